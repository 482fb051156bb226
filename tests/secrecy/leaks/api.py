"""Leaks of the API: fields, refusals, logs, rights."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import HttpResponse

from accounts.models import User
from games import game_secrets
from games.api.base import BaseApiView
from games.models import Bid, Game, Hand, Seat, SeatClock
from games.refusals import Refused
from games.rules.registry import ruleset
from games.selectors.lobby.lists import Due
from games.selectors.observations import _own
from tests.secrecy.leaks.planting import (
    Leak,
    everything,
    instead,
    mark,
    number,
    sealed_answers,
    without,
)

SOME_IN, GIVEN = "tide: some bids are in", "boat: given"
HIDDEN = "tide: who has answered stays hidden"


def _rendered(change: Callable[[dict[str, Any], Game], dict[str, Any]]) -> Any:
    """The detail of a game, with changes."""

    def make(detail: Any) -> Any:
        return lambda game, viewer: {**(found := detail(game, viewer)), **change(found, game)}

    return instead("games.api.game_view.rendering.detail", make)


def _listed(summary: Any) -> Any:
    """Adds a field to every list."""
    return lambda game, *seen: {**summary(game, *seen), "sealed": sealed_answers(game)}


def _observed(found: dict[str, Any], game: Game) -> dict[str, Any]:
    return {"observation": {**(found["observation"] or {}), "deck": everything(game)}}


def _emails(seat_of: Any) -> Any:
    def rendered(seat: Seat) -> dict[str, Any]:
        found: dict[str, Any] = seat_of(seat)
        return {**found, "name": seat.user.email if seat.user else None}

    return rendered


def _looked(seat_of: Any) -> Any:
    def rendered(seat: Seat) -> dict[str, Any]:
        return {**seat_of(seat), "misses": seat.looked_at_hand}

    return rendered


def _legal_for_all(legal_for: Any) -> Any:
    return lambda game, seat: legal_for(game, 1 if seat is None else seat)


def _refusing(read: Any) -> Any:
    """Lists what the next seat could answer."""

    def reading(game: Game, seat: Any, text: str) -> Any:
        try:
            return read(game, seat, text)
        except Refused as refused:
            other = (seat.index + 1) % game.seat_count
            legal = ruleset(game.ruleset).legal(game_secrets.open_state(game), other)
            raise Refused(
                refused.code, given=refused.params["given"], legal=", ".join(legal)
            ) from None

    return reading


def _hint(read: Any) -> Any:
    """A refusal whose hint names who holds the card."""

    def reading(game: Game, seat: Seat, text: str) -> Any:
        try:
            return read(game, seat, text)
        except Refused as refused:
            cards = game_secrets.open_state(game).cards
            holders = [who for who, held in enumerate(cards) if text in map(str, held)]
            raise Refused(refused.code, {"holders": holders}, **refused.params) from None

    return reading


def _logged(log_of: Any) -> Any:
    def entries(game: Game, after: int = 0, limit: int = 100) -> Any:
        found = log_of(game, after, limit)
        for entry in found:
            entry.data = {**entry.data, "sealed": sealed_answers(game)}
        return found

    return entries


def _reordered(log_of: Any) -> Any:
    def entries(game: Game, after: int = 0, limit: int = 100) -> Any:
        found = log_of(game, after, limit)
        turn = number(game) % (len(found) or 1)
        return [*found[turn:], *found[:turn]]

    return entries


def _all_opened(_opened_bids: Any) -> Any:
    """Returns bids of phases that stay secret."""

    def opened(hand: Hand) -> dict[int, dict[str, str]]:
        bids = Bid.objects.filter(hand=hand).select_related("seat", "hand__game")
        return {
            bid.seat.index: game_secrets.open_bid(
                bid, bid.hand.game.code, bid.hand.number, bid.seat.index
            )._asdict()
            for bid in bids
        }

    return opened


def _peeking(_peek_for: Any) -> Any:
    """Returns cards before the sand is turned, and to people who may not look."""

    def peeked(game: Game, seat: int) -> Any:
        rules = ruleset(game.ruleset)
        return rules.peek(game_secrets.open_state(game), seat)["cards"] or None

    return peeked


def _links(found: dict[str, Any], game: Game) -> dict[str, Any]:
    return {"link": game.link_secret}


def _changes(found: dict[str, Any], game: Game) -> dict[str, Any]:
    """Returns how often others changed their answers, and through which interface."""
    bids = Bid.objects.filter(hand__game=game).order_by("seat__index")
    made = [f"{bid.via} {bid.changes}" for bid in bids]
    return {"name": f"{found['name']} {made}"}


def _policy(found: dict[str, Any], game: Game) -> dict[str, Any]:
    return {"maker": ",".join(seat.policy for seat in game.seats.all())}


def _since(found: dict[str, Any], game: Game) -> dict[str, Any]:
    """Returns when the others answered."""
    clocks = SeatClock.objects.filter(hand__game=game).order_by("seat__index")
    return {"name": f"{found['name']} {[str(clock.answered_at) for clock in clocks]}"}


def _early(record_of: Any) -> Any:
    return lambda game: {"state": everything(game), "secret": game_secrets.open_secret(game).hex()}


def _anybodys(_own_bid: Any) -> Any:
    """Returns the last bid of the hand, whoever made it."""

    def bidding(game: Game, hand: Hand, seat: int) -> Any:
        hand.game = game
        bid = Bid.objects.filter(hand=hand).select_related("seat").last()
        return _own(bid, hand) if bid else None

    return bidding


def _busy(hands_of: Any) -> Any:
    """Orders hands by the others' cards."""

    def hands(user: User) -> list[Due]:
        return [
            replace(due, until=due.until + timedelta(seconds=number(due.game) % 9973))
            for due in hands_of(user)
        ]

    return hands


def _etag(finalize: Any) -> Any:
    def finalized(
        self: BaseApiView, request: Any, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        done = finalize(self, request, response, *args, **kwargs)
        game = Game.objects.order_by("pk").last()
        if game is not None:
            done["ETag"] = f'"{mark(game)}"'
        return done

    return finalized


def _exception(legal_for: Any) -> Any:
    """An unforeseen exception that quotes a card; its trace goes to the log."""

    def legal(game: Game, seat: int | None) -> list[str]:
        if seat is None:
            raise LookupError(sealed_answers(game)[0])
        return list(legal_for(game, seat))

    return legal


LEAKS = [
    Leak("a field of every list", "api", SOME_IN, instead(
        "games.api.game_view.rendering.summary", _listed)),
    Leak("the deck in the observation", "api", "boat: the Moon", _rendered(_observed)),
    Leak("addresses of the others", "api", SOME_IN, instead(
        "games.api.game_view.rendering._seat", _emails)),
    Leak("what others have looked at", "api", SOME_IN, instead(
        "games.api.game_view.rendering._seat", _looked)),
    Leak("a spectator's legal answers", "api", SOME_IN, instead(
        "games.selectors.observations.legal_for", _legal_for_all), "a stranger"),
    Leak("a refusal with the next seat's cards", "api", SOME_IN, instead(
        "games.services.hands.bidding._read", _refusing)),
    Leak("the hint of a refusal", "api", SOME_IN, instead(
        "games.services.hands.bidding._read", _hint)),
    Leak("data of the log", "api", "ships: exchange", instead(
        "games.selectors.observations.log_of", _logged)),
    Leak("the order of the log", "api", "boat: exchange", instead(
        "games.selectors.observations.log_of", _reordered)),
    Leak("bids that stay secret", "api", GIVEN, instead(
        "games.selectors.observations.opened_bids", _all_opened)),
    Leak("looking without turning the sand", "api", "boat: a partner may look", instead(
        "games.selectors.observations.peek_for", _peeking)),
    Leak("the link of a table", "api", SOME_IN, _rendered(_links)),
    Leak("how often others changed their bids", "api", SOME_IN, _rendered(_changes)),
    Leak("what others chose for a miss", "api", SOME_IN, _rendered(_policy)),
    Leak("when others answered", "api", SOME_IN, _rendered(_since)),
    Leak("the record of a running game", "api", "ships: damage", instead(
        "games.selectors.observations.record_of", _early)),
    Leak("another seat's bid", "api", SOME_IN, instead(
        "games.selectors.observations.own_bid", _anybodys)),
    Leak("deadlines by the others' cards", "api", SOME_IN, instead(
        "games.selectors.lobby.lists.hands_of", _busy)),
    Leak("an ETag", "api", SOME_IN, instead("games.api.base.BaseApiView.finalize_response", _etag)),
    Leak("an exception that quotes", "api", SOME_IN, instead(
        "games.selectors.observations.legal_for", _exception), "a stranger"),
    Leak("a record that counts open hands", "api", HIDDEN, without(
        "games.reliability.HABITS", " AND counted")),
]  # fmt: skip
