"""Reports to the moderators and their outcome."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors
from games.models import Game, Message, Report
from games.refusals import Refused
from games.services.talk import reports as services
from games.web.access import me, reach
from games.web.refusals import answers_refusals, for_people
from games.web.sent_once import sent_once


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Report
        fields = ("kind", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 5})}


@never_cache
@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
@sent_once
def reports(request: HttpRequest) -> HttpResponse:
    """One's own reports with the answers, and a form if a table (?game=) or person (?person=) is
    named or a report was submitted.
    """
    user = me(request)
    game = _game(request)
    name = request.GET.get("person", "")
    person = selectors.access.person_named(name) if name else None
    message = _message(request, game)
    form = ReportForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            services.make(
                user, given["kind"], given["text"], game=game, person=person, message=message
            )
        except Refused as refused:
            form.add_error(None, refused.message)
            status = refused.status
        else:
            messages.success(
                request, _("Thank you. A moderator will read it, and you’ll get an answer.")
            )
            return redirect("reports")
    own = selectors.talk.reports.reports_of(user)
    context = {"form": form, "game": game, "person": person, "message": message, "own": own}
    return render(request, "games/reports.html", context, status=status)


def _game(request: HttpRequest) -> Game | None:
    code = request.GET.get("game", "")
    return reach(request, code) if code else None


def _message(request: HttpRequest, game: Game | None) -> Message | None:
    """The chat message being reported, if any."""
    number = request.GET.get("message", "")
    if game is None or not number.isdecimal() or len(number) > 9:
        return None
    return selectors.talk.chat.message_in(game, request.user, int(number))
