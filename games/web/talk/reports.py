"""Reports to the moderators and their outcome."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.text.numbers import whole_number
from games import selectors
from games.models import Game, Message, Report
from games.refusals import Refused
from games.services.talk import reports as services
from games.web.access import me, reach
from games.web.refusals import for_people
from games.web.sent_once import sent_once


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Report
        fields = ("kind", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 5})}


@never_cache
@for_people
@require_http_methods(["GET", "HEAD", "POST"])
@sent_once
def reports(request: HttpRequest) -> HttpResponse:
    """One's own reports with the answers, and a form if a table (?game=) or person (?person=) is
    named or a report was submitted.
    """
    form = ReportForm(request.POST or None)
    try:
        about = _about(request)
    except Refused as refused:
        if request.method != "POST":
            raise
        return _about_nobody(request, form, refused)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            services.make(me(request), given["kind"], given["text"], **about)
        except Refused as refused:
            form.add_error(None, refused.message)
            status = refused.status
        else:
            messages.success(
                request, _("Thank you. A moderator will read it, and you’ll get an answer.")
            )
            return redirect("reports")
    return _page(request, form, status, **about)


def _about_nobody(request: HttpRequest, form: ReportForm, refused: Refused) -> HttpResponse:
    """The form as it was sent, without whom or what it was about: since the page was loaded, they
    may have changed their name, or the table isn't open to this person any more.
    """
    kept = _(
        "Nothing was sent, and your text is still here. Say who or what you mean, and send it "
        "again."
    )
    form.add_error(None, f"{refused.message} {kept}")
    return _page(request, form, refused.status, nobody=True)


def _page(request: HttpRequest, form: ReportForm, status: int, **about: Any) -> HttpResponse:
    context = {"form": form, "own": selectors.talk.reports.reports_of(me(request)), **about}
    return render(request, "games/reports.html", context, status=status)


def _about(request: HttpRequest) -> dict[str, Any]:
    """Whom and what the report is about. Raises `Refused`."""
    game, name = _game(request), request.GET.get("person", "")
    person = selectors.access.person_named(name) if name else None
    return {"game": game, "person": person, "message": _message(request, game)}


def _game(request: HttpRequest) -> Game | None:
    code = request.GET.get("game", "")
    return reach(request, code) if code else None


def _message(request: HttpRequest, game: Game | None) -> Message | None:
    """The chat message being reported, if any."""
    number = whole_number(request.GET.get("message"))
    if game is None or number is None:
        return None
    return selectors.talk.chat.message_in(game, request.user, number)
