"""The page of a command: what it asks, its preview, and carrying it out.  And undoing."""

import hashlib
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import roles
from accounts.kinds import KINDS
from accounts.models import ModerationEntry, User
from games.admin import describing, timeline
from games.models import Game
from games.refusals import Refused
from games.services import moderation
from games.services.moderation import COMMANDS, REASONS, Command, Effect, Given
from games.services.moderation.terms import LONGEST_TEXT

MOMENTS = ("deadline", "muted", "suspended")
FIELDS: Mapping[str, forms.Field] = {
    "hand": forms.IntegerField(label=gettext_lazy("Hand"), min_value=1, max_value=1_000_000),
    "seat": forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int),
    "message": forms.IntegerField(label=gettext_lazy("Message"), min_value=1, max_value=1_000_000),
    "hours": forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=336),
    "days": forms.IntegerField(label=gettext_lazy("Days"), min_value=1, max_value=3650),
    "person": forms.CharField(label=gettext_lazy("Name of the person"), max_length=30),
    "role": forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[("", gettext_lazy("none")), *roles.LABELS.items()],
        required=False,
    ),
}


class DeedForm(forms.Form):
    """The fields of one command, its reason and the words to those concerned."""

    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=list(REASONS.items()))
    text = forms.CharField(
        label=gettext_lazy("In your words"),
        help_text=gettext_lazy("Those concerned read it, so it names no cards and no addresses."),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, fields: tuple[str, ...], game: Game | None, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        own = {name: deepcopy(FIELDS[name]) for name in fields}
        seat = own.get("seat")
        if game is not None and isinstance(seat, forms.TypedChoiceField):
            seat.choices = [*timeline.names_of(game).items()]
        self.fields = {**own, **self.fields}

    def given(self) -> Given:
        """What was filled in."""
        return Given(**{name: value for name, value in self.cleaned_data.items() if value})


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, command: str, target: str) -> HttpResponse:
    """GET asks, POST previews, and a POST that brings the preview's mark carries it out."""
    found = COMMANDS.get(command)
    if found is None:
        raise Http404
    page = _page(request, found, target)
    game = Game.objects.filter(code=target).first() if found.on == "game" else None
    if request.method != "POST":
        start = {name: request.GET.get(name) for name in found.fields if name in request.GET}
        initial = {"hours": 24, "days": 7, **start}
        form = DeedForm(found.fields, game, initial=initial)
        return _asked(request, page, form, lambda actor: moderation.check(actor, command, target))
    form = DeedForm(found.fields, game, request.POST)
    if not form.is_valid():
        return _shown(request, page, form=form, status=400)
    try:
        return _previewed_or_done(request, page, found, target, form)
    except Refused as refused:
        return _shown(request, page, form=form, refused=refused.message, status=refused.status)


def _asked(
    request: HttpRequest, page: dict[str, Any], form: DeedForm, check: Callable[[User], None]
) -> HttpResponse:
    """The form; or why it would be of no use to this moderator, before anything is filled in."""
    try:
        check(_actor(request))
    except Refused as refused:
        return _shown(request, page, refused=refused.message, status=refused.status)
    return _shown(request, page, form=form)


def _previewed_or_done(
    request: HttpRequest, page: dict[str, Any], command: Command, target: str, form: DeedForm
) -> HttpResponse:
    """What changed since the preview is shown once more, before anything is done."""
    actor, given = _actor(request), form.given()
    effect = moderation.preview(actor, command.slug, target, given)
    mark = mark_of(effect)
    if request.POST.get("mark") != mark:
        changed = "mark" in request.POST
        shown = _effect(effect)
        return _shown(request, page, form=form, effect=shown, mark=mark, changed=changed)
    done = moderation.carry_out(actor, command.slug, target, given)
    messages.success(
        request, _("Done. It is entry %(number)s of the log.") % {"number": done.entry.number}
    )
    return redirect(_home_of(done.entry.about))


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """GET asks for the reason, POST undoes."""
    entry = ModerationEntry.objects.filter(number=number).first()
    command = COMMANDS.get(entry.command) if entry else None
    if entry is None or command is None:
        raise Http404
    page = _page(request, command, entry.about.partition(":")[2], undoes=entry)
    if request.method != "POST":
        return _asked(
            request, page, DeedForm((), None), lambda actor: moderation.check_undo(actor, entry)
        )
    form = DeedForm((), None, request.POST)
    if not form.is_valid():
        return _shown(request, page, form=form, status=400)
    try:
        done = moderation.undo(_actor(request), number, form.given())
    except Refused as refused:
        return _shown(request, page, form=form, refused=refused.message, status=refused.status)
    messages.success(
        request, _("Undone. It is entry %(number)s of the log.") % {"number": done.entry.number}
    )
    return redirect(_home_of(entry.about))


def _actor(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _page(
    request: HttpRequest, command: Command, target: str, undoes: ModerationEntry | None = None
) -> dict[str, Any]:
    title = _("Undo: %(what)s") % {"what": command.label} if undoes else str(command.label)
    about = describing.target(command.on, target)
    if about is None:
        raise Http404
    return {
        **admin.site.each_context(request),
        "title": title,
        "command": command,
        "target": target,
        "about": about,
        "home": _home_of(f"{command.on}:{target}"),
        "undoes": undoes,
    }


def _shown(
    request: HttpRequest, page: dict[str, Any], status: int = 200, **more: Any
) -> HttpResponse:
    return TemplateResponse(request, "admin/act.html", {**page, **more}, status=status)


def mark_of(effect: Effect) -> str:
    """What a preview showed, but for moments: those move while somebody reads."""
    still = [
        {name: value for name, value in facts.items() if name not in MOMENTS}
        for facts in (effect.before, effect.after)
    ]
    parts = [*still, list(effect.letters)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _effect(effect: Effect) -> dict[str, Any]:
    """The effect in words, for the page."""
    people: dict[str, list[str]] = {}
    for kind, name in effect.letters:
        people.setdefault(kind, []).append(name)
    return {
        "rows": describing.changes(effect.before, effect.after),
        "letters": [
            {"kind": KINDS[kind].label if kind in KINDS else kind, "names": ", ".join(names)}
            for kind, names in people.items()
        ],
        "count": len(effect.letters),
        "undoable": effect.undoable,
    }


def _home_of(about: str) -> str:
    """The page to go back to."""
    kind, _colon, key = about.partition(":")
    if kind == "game":
        return reverse("admin:game_by_code", args=[key])
    if kind == "site":
        return reverse("admin:index")
    if kind == "person":
        return reverse("admin:accounts_user_change", args=[key])
    return reverse("admin:accounts_notice_change", args=[key])
