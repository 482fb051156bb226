"""Friends: the list, requests, accepting, declining and removing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.refusals import Refused
from games.services.people import friends as services
from games.web.access import me
from games.web.people.profiles import back
from games.web.refusals import for_people
from games.web.rejection import Rejection, rejection_of, status_of


@require_safe
@for_people
def friends(request: HttpRequest) -> HttpResponse:
    """One's own friends, requests, and whom one hides; nobody else sees this page."""
    return _page(request)


@require_POST
@for_people
def ask(request: HttpRequest) -> HttpResponse:
    """Sends a friend request to the person with the submitted name."""
    name = request.POST.get("name", "").strip()
    try:
        return _befriend(request, name)
    except Refused as refused:
        return _page(request, rejection_of(refused, given=name))


def _page(request: HttpRequest, rejection: Rejection | None = None) -> HttpResponse:
    reading, user = selectors.people.friends, me(request)
    context = {
        "friendships": reading.friendships_of(user),
        "hidden": reading.hidden_by(user),
        "rejection": rejection,
    }
    return render(request, "games/friends.html", context, status=status_of(rejection))


@require_POST
@for_people
def friend(request: HttpRequest, name: str) -> HttpResponse:
    """Sends or accepts a request. `do` = "part" declines, withdraws or ends the friendship, if they
    still stand as the page showed it (`standing`).
    """
    if request.POST.get("do") != "part":
        return _befriend(request, name)
    whom = selectors.access.person_named(name)
    was = selectors.people.friends.friendship_state(me(request), whom)
    if was != request.POST.get("standing", was) or not was:
        return _as_it_stands(request, whom)
    services.part(me(request), whom)
    words = {
        "friends": _("You and %(name)s are no longer friends."),
        "asked": _("You’ve taken back your request to %(name)s."),
    }.get(was, _("%(name)s isn’t told that you said no."))
    messages.success(request, words % {"name": isolated(whom.name)})
    return back(request, whom.name)


def _as_it_stands(request: HttpRequest, whom: User) -> HttpResponse:
    words = _("Things between you and %(name)s have changed meanwhile, so nothing was done.")
    messages.info(request, words % {"name": isolated(whom.name)})
    return back(request, whom.name)


def _befriend(request: HttpRequest, name: str) -> HttpResponse:
    whom = selectors.access.person_named(name)
    row = services.befriend(me(request), whom)
    words = _("You and %(name)s are friends now.")
    if row.accepted_at is None:
        words = _("We’ve asked %(name)s. You’ll hear when they say yes.")
    messages.success(request, words % {"name": isolated(whom.name)})
    return back(request, whom.name)
