"""The public page of a person: how reliably and quickly they answer, how strongly they play."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.isolating import isolated
from accounts.models import User
from games import reliability, selectors
from games.services import chat
from games.skill import ENOUGH
from games.web import ratings
from games.web.access import me
from games.web.pacing import quick, record_words
from games.web.refusing import answers_refusals, for_people


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
        "ignored": isinstance(request.user, User) and selectors.is_ignored(request.user, who),
    }
    return render(request, "games/person.html", context)


@require_POST
@for_people
@answers_refusals
def ignore(request: HttpRequest, name: str) -> HttpResponse:
    """No longer, or again (`do` is "hear"), shows what this person writes to whoever asks."""
    who, user = selectors.person_named(name), me(request)
    if request.POST.get("do") == "hear":
        chat.hear_again(user, who)
        said = _("You read again what %(name)s writes.")
    else:
        chat.ignore(user, who)
        said = _("You are no longer shown what %(name)s writes. They are not told.")
    messages.success(request, said % {"name": isolated(who.name)})
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        return redirect(back)
    return redirect("person", name=who.name)
