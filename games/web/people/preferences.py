"""Playing preferences: what to play on a miss at new tables, and default plans."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import plans as grammar
from games import selectors
from games.models import Seat
from games.refusals import Refused
from games.services.hands import plans
from games.services.people import preferences as preferring
from games.web.access import me
from games.web.hands.plan_words import wrong_line
from games.web.refusals import for_people
from games.wording import WORDINGS, wording


class PreferencesForm(forms.Form):
    """The preferences; `wrong` holds, by game, the faulty line of a plan."""

    policy = forms.ChoiceField(
        label=gettext_lazy("If I miss a hand, play"), choices=Seat.Policy.choices
    )
    ask_forced = forms.BooleanField(
        label=gettext_lazy("Ask me even when only one answer is possible"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wrong: list[dict[str, str]] = []
        for slug in WORDINGS:
            self.fields[slug] = forms.CharField(
                label=wording(slug).title(),
                help_text=_("For example: %(plan)s") % {"plan": grammar.vocabulary_of(slug).sample},
                required=False,
                strip=False,
                widget=forms.Textarea(
                    attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}
                ),
            )

    def clean(self) -> dict[str, Any]:
        """Parses each text as a plan of its game."""
        sent: dict[str, Any] = super().clean() or {}
        for slug in WORDINGS:
            text = sent.get(slug, "")
            try:
                plans.read(slug, text)
            except Refused as refused:
                self.add_error(slug, refused.message)
                line = wrong_line(refused, text)
                self.wrong.append({"title": wording(slug).title(), **line})
        return sent

    @property
    def seat(self) -> list[forms.BoundField]:
        """The fields for new seats."""
        return [self["policy"], self["ask_forced"]]

    @property
    def openings(self) -> list[forms.BoundField]:
        """The fields for default plans, one per game."""
        return [self[slug] for slug in WORDINGS]

    def wish(self) -> dict[str, Any]:
        """Keyword arguments for the service; the form must be valid."""
        sent = self.cleaned_data
        openings = {slug: sent[slug] for slug in WORDINGS}
        return {"policy": sent["policy"], "ask_forced": sent["ask_forced"], "openings": openings}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def preferences(request: HttpRequest) -> HttpResponse:
    """The page; POST saves the whole form or nothing."""
    form = PreferencesForm(request.POST or None, initial=_kept(request))
    if request.method == "POST" and form.is_valid():
        preferring.change(me(request), **form.wish())
        messages.success(request, _("Saved. It applies at every table you join from now on."))
        return redirect("preferences")
    context = {"nav": "profile", "form": form}
    status = 400 if request.method == "POST" else 200
    return render(request, "games/preferences.html", context, status=status)


def _kept(request: HttpRequest) -> dict[str, Any]:
    kept = selectors.people.preferences.preferences_of(me(request))
    return {"policy": kept.policy, "ask_forced": kept.ask_forced, **kept.openings}
