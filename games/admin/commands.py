"""The page of a command: form, preview, execution; and undoing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import ModerationEntry, User
from accounts.notifications.kinds import KINDS
from accounts.staff.audit_log import unseen_by
from games.admin import descriptions, timeline
from games.admin.command_forms import CommandForm, differences
from games.models import Game
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import Command, CommandInput
from games.services.moderation.commands import COMMANDS
from games.services.moderation.execution import Done, Effect

LOOK_AGAIN = ("preview_changed", "preview_gone")
# Whoever tries what these refuse is logged; looking at a form is no attempt.
LOGGED = ("own_game", "own_person", "outranked")
Page = dict[str, Any]


@dataclass(frozen=True)
class Work:
    """A command, or undoing one, bound to its target and moderator."""

    check: Callable[[], None]
    preview: Callable[[CommandInput], Effect]
    carry_out: Callable[[CommandInput, str], Done]


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, command: str, target: str) -> HttpResponse:
    """GET shows the form, POST a preview, and POST with the preview's token executes it."""
    found = COMMANDS.get(command)
    if found is None:
        raise Http404
    page = _page(request, found, target)
    game = Game.objects.filter(code=target).first() if found.on == "game" else None
    action = _actor(request), command, target
    work = Work(
        partial(execution.check, *action),
        partial(execution.preview, *action),
        partial(execution.carry_out, *action),
    )
    start = {name: request.GET.get(name) for name in found.fields if name in request.GET}
    initial = {"hours": 24, "days": 7, **start}
    form = CommandForm(found.fields, game, _sent(request), words=found.words, initial=initial)
    return _asked(request, page, form, work)


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """Preview and execution of undoing a log entry."""
    entry = ModerationEntry.objects.filter(number=number).first()
    command = COMMANDS.get(entry.command) if entry else None
    if entry is None or command is None or entry.about in unseen_by(_actor(request)):
        raise Http404
    page = _page(request, command, entry.about.partition(":")[2], undoes=entry)
    work = Work(
        partial(execution.check_undo, _actor(request), entry),
        partial(execution.preview_undo, _actor(request), number),
        partial(execution.undo, _actor(request), number),
    )
    return _asked(request, page, CommandForm((), None, _sent(request)), work)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _asked(request: HttpRequest, page: Page, form: CommandForm, work: Work) -> HttpResponse:
    """Handles all steps. If the moderator may not do this, says so before they fill in the form."""
    try:
        if request.method != "POST":
            work.check()
            return _response(request, page, form=form)
        if not form.is_valid():
            return _response(request, page, form=form, status=400)
        if "change" in request.POST:
            return _response(request, page, form=form)
        if "token" in request.POST:
            return _carried_out(request, page, form, work)
        return _previewed(request, page, form, work)
    except Refused as refused:
        tried = request.method == "POST"
        words = refused.message
        if refused.code in LOGGED and not tried:
            words = _(
                "Another moderator has to act here: you are part of this yourself, or your role "
                "isn’t above theirs."
            )
        more = {"form": form} if tried else {}
        return _response(request, page, refused=words, status=refused.status, **more)


def _previewed(
    request: HttpRequest, page: Page, form: CommandForm, work: Work, **more: Any
) -> HttpResponse:
    effect = work.preview(form.given())
    shown = {"effect": _effect(effect), "token": effect.token, "told": form.labelled()}
    return _response(request, page, form=form, **{**shown, **more})


def _carried_out(request: HttpRequest, page: Page, form: CommandForm, work: Work) -> HttpResponse:
    """Executes exactly what was previewed; if anything has changed, shows a new preview instead."""
    if page["final"] and not _confirmed(request, page):
        token = request.POST["token"]
        return _previewed(request, page, form, work, unconfirmed=True, token=token)
    try:
        done = work.carry_out(form.given(), request.POST["token"])
    except Refused as refused:
        if refused.code not in LOOK_AGAIN:
            raise
        changed = differences(form, refused.hint.get("changed", []))
        return _previewed(request, page, form, work, again=refused.message, changed=changed)
    words = (
        _("Undone. It is entry %(number)s of the log.")
        if page["undoes"]
        else _("Done. It is entry %(number)s of the log.")
    )
    messages.success(request, words % {"number": done.entry.number})
    return redirect(_home_of(done.entry.about))


def _confirmed(request: HttpRequest, page: Page) -> bool:
    """Whether the name was typed to confirm a command that can't be undone."""
    typed = " ".join(request.POST.get("confirm", "").split())
    return typed.casefold() == " ".join(str(page["name"]).split()).casefold()


def _actor(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _page(
    request: HttpRequest, command: Command, target: str, undoes: ModerationEntry | None = None
) -> Page:
    title = _("Undo: %(what)s") % {"what": command.label} if undoes else str(command.label)
    about = descriptions.target(command.on, target, _actor(request))
    if about is None:
        raise Http404
    return {
        **admin.site.each_context(request),
        "title": title,
        "command": command,
        "target": target,
        "about": about,
        "name": descriptions.name_of(command.on, target),
        "final": command.final and not undoes,
        "home": _home_of(f"{command.on}:{target}"),
        "undoes": undoes,
        "was": timeline.act_row(undoes)["what"] if undoes else "",
    }


def _response(request: HttpRequest, page: Page, status: int = 200, **more: Any) -> HttpResponse:
    return TemplateResponse(request, "admin/act.html", {**page, **more}, status=status)


def _effect(effect: Effect) -> dict[str, Any]:
    """The effect for display."""
    people: dict[str, list[str]] = {}
    for kind, name in effect.letters:
        people.setdefault(kind, []).append(name)
    return {
        "rows": descriptions.changes(effect.before, effect.after),
        "letters": [
            {"kind": KINDS[kind].label if kind in KINDS else kind, "names": ", ".join(names)}
            for kind, names in people.items()
        ],
        "count": len(effect.letters),
        "undoable": effect.undoable,
    }


def _home_of(about: str) -> str:
    kind, _colon, key = about.partition(":")
    if kind == "game":
        return reverse("admin:game_by_code", args=[key])
    if kind == "site":
        return reverse("admin:index")
    if kind == "person":
        return reverse("admin:accounts_user_change", args=[key])
    return reverse("admin:accounts_notice_change", args=[key])
