"""A person's public page: games, ratings, reliability and speed."""

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import reliability, selectors
from games.rating_math import MIN_RATED_GAMES
from games.selectors.people.friends import relation
from games.services.talk import chat
from games.web.access import me
from games.web.record_words import quick, record_words
from games.web.refusals import answers_refusals, for_people
from games.web.results import careers, ratings


@require_safe
@answers_refusals
def person(request: HttpRequest, name: str) -> HttpResponse:
    """The public page. It doesn't reveal time zones or vacations."""
    who = selectors.access.person_named(name)
    habits = reliability.habits([who.pk])[who.pk]
    viewer = request.user
    between = relation(viewer, who) if isinstance(viewer, User) else None
    context = {
        "who": who,
        "habits": habits,
        "words": record_words(habits),
        "median": quick(habits.speed.median) if habits.speed else "",
        "slow": quick(habits.speed.slow) if habits.speed else "",
        "last": reliability.LAST,
        "ratings": ratings.of_person(request.user, who, request.GET),
        "standing": between.state if between and _may_be_friends(viewer, who) else None,
        **careers.panel(request.user, who),
        "enough": MIN_RATED_GAMES,
        "ignored": between is not None and between.ignores,
    }
    return render(request, "games/person.html", context)


def _may_be_friends(viewer: User | AnonymousUser, who: User) -> bool:
    """Guests, bots and oneself can't."""
    people = isinstance(viewer, User) and {viewer.kind, who.kind} == {User.Kind.PERSON}
    return people and viewer != who


@require_POST
@for_people
def ignore(request: HttpRequest, name: str) -> HttpResponse:
    """Hides this person's messages from the user, or (`do` = "hear") shows them again."""
    who, user = selectors.access.person_named(name), me(request)
    if request.POST.get("do") == "hear":
        chat.hear_again(user, who)
        words = _("You can see what %(name)s writes again.")
    else:
        chat.ignore(user, who)
        words = _("You no longer see what %(name)s writes. They aren’t told.")
    messages.success(request, words % {"name": isolated(who.name)})
    return back(request, who.name)


def back(request: HttpRequest, name: str) -> HttpResponse:
    """Leads to the page of this site named by `next`, or else to that of the person."""
    way = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(way, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(way)  # `redirect` would take a word for the name of a view
    return redirect("person", name=name)
