"""The public page of a person: how reliably and quickly they answer, how strongly they play."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import reliability, selectors
from games.skill import ENOUGH
from games.web import ratings
from games.web.pacing import quick, record_words
from games.web.refusing import answers_refusals


@require_safe
@answers_refusals
def person(request: HttpRequest, name: str) -> HttpResponse:
    """The record of the last hands; nothing of where somebody lives, or is away."""
    who = selectors.person_named(name)
    habits = reliability.habits([who.pk])[who.pk]
    context = {
        "who": who,
        "habits": habits,
        "words": record_words(habits),
        "median": quick(habits.speed.median) if habits.speed else "",
        "slow": quick(habits.speed.slow) if habits.speed else "",
        "last": reliability.LAST,
        "ratings": ratings.of_person(request.user, who, request.GET),
        "enough": ENOUGH,
    }
    return render(request, "games/person.html", context)
