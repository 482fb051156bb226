"""The page of a table before the start: who sits there, the settings, and how to join."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import reliability, selectors
from games.models import Game, Seat
from games.reliability import Habits
from games.selectors.results.ratings import Ratings, ratings_at
from games.selectors.seats.deck_words import own_words
from games.web import levels, posters, same_deals
from games.web.access import good_link_to, way_in
from games.web.hands import live
from games.web.record_words import forecast_words, rating_words, record_words
from games.web.rejection import Rejection, status_of
from games.web.table_facts import about, policies
from games.web.talk import chat
from games.wording import levels as words_of_levels


class JoinForm(forms.Form):
    """Options for somebody who sits down."""

    policy = forms.ChoiceField(label=gettext_lazy("If you miss a hand, play"))
    entropy = forms.CharField(
        label=gettext_lazy("Your words for the shuffle"),
        required=False,
        max_length=64,
        help_text=gettext_lazy(
            "Anything you like. Our share in the deck is fixed: copy the commitment to it, which "
            "is under “Deck”. With your words mixed in, we can’t have chosen the deck, unless we "
            "help somebody who writes words after you."
        ),
    )

    def __init__(self, slug: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        policy = self.fields["policy"]
        assert isinstance(policy, forms.ChoiceField)  # noqa: S101
        policy.choices = policies(slug)


def page(request: HttpRequest, game: Game, rejection: Rejection | None) -> HttpResponse:
    """An open table; the forms depend on whether the visitor sits there or created it."""
    seat = selectors.access.seat_of(game, request.user)
    seats = list(game.seats.all())
    taken = sum(each.user is not None for each in seats)
    panel = chat.panel(request, game)
    habits, known = reliability.habits_at([game]), ratings_at([game])
    links = _links(request, game, seat)
    context = {
        "bot_levels": levels.choices(game.ruleset),
        "bots_explained": levels.explained(game.ruleset),
        "game": game,
        "own_words": own_words(seat) if seat else "",
        "rejection": rejection,
        "fault": _fault(request, rejection, links),
        "seats": [(each.number, each, _record(each, habits, known)) for each in seats],
        "forecast": forecast_words(game, habits),
        "free": len(selectors.lobby.lists.free_seats(game, request.user)),
        "leads": seat is not None and selectors.lobby.lists.may_lead(game, seat),
        "enough": game.duplicate_id is None
        and taken in selectors.lobby.lists.seats_of(game.ruleset),
        "join_form": JoinForm(
            game.ruleset,
            initial={"policy": selectors.people.preferences.policy_at(game, request.user)},
        ),
        **links,
        **panel,
        "live": live.of_page(game, live.game_fingerprint(game, request.user, panel["late_talk"])),
        **same_deals.panel(game),
        **about(game, seat),
        **posters.for_strangers(request, game),
    }
    return render(request, "games/open.html", context, status=status_of(rejection))


def _fault(request: HttpRequest, rejection: Rejection | None, links: dict[str, Any]) -> str:
    """A refusal of the one text that was sent, which stands beside its field if that is shown."""
    guest = links.get("guest_may_sit") and not request.user.is_authenticated
    if rejection and rejection.given and (guest or links.get("may_invite")):
        return rejection.message
    return ""


def _record(seat: Seat, habits: Mapping[int, Habits], known: Ratings) -> str:
    """Strength and reliability in words."""
    if seat.level is not None:
        return words_of_levels.measured(seat.level, seat.game.ruleset)
    if seat.user is None or seat.user.pk not in habits:
        return ""
    rating = rating_words(known.get((seat.user.pk, seat.game.ruleset)))
    words = _("rating %(rating)s") % {"rating": rating} if rating else ""
    return " · ".join(filter(None, [words, record_words(habits[seat.user.pk])]))


def _mays(request: HttpRequest, game: Game) -> dict[str, bool]:
    """What somebody who doesn't sit there may do."""
    user = request.user
    if not isinstance(user, User):
        return {}
    return {
        "may_join": selectors.access.may_join(game, user, good_link_to(request, game)),
        "may_decline": selectors.access.may_decline(game, user),
    }


def _links(request: HttpRequest, game: Game, seat: Seat | None) -> dict[str, Any]:
    """For those who sit there: the link to share and the invitations sent."""
    if seat is None:
        token = good_link_to(request, game)
        back = reverse("game-link", args=[game.code, token]) if token else request.path
        free = selectors.lobby.lists.free_seats(game, request.user)
        return {"guest_may_sit": bool(token and free), "way_back": back, **_mays(request, game)}
    sitting = {each.user_id for each in game.seats.all()} - {None}
    here = {held for each in game.seats.all() for held in (each.user_id, each.kept_for_id)}
    friends = selectors.people.friends.friends_of(seat.user) if seat.user else ()
    return {
        "invitable": [friend for friend in friends if friend.pk not in here],
        "link": way_in(request, game),
        "invitations": selectors.access.invitations_by(seat.user, game) if seat.user else (),
        "sitting": sitting,
        "may_invite": not seat.user.is_guest if seat.user else False,
    }
