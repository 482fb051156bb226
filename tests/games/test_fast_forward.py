"""A game that was fast-forwarded is, row for row, the one that the services would have played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import models, transaction
from django.db.models import Model

from accounts import encryption
from accounts.security.key_rotation import COLUMNS
from games import game_secrets
from games.models import Bid, Game, Hand, LogEntry, RatedGame, Record, Seat, SeatClock, Stage
from games.rules.registry import ruleset
from games.services import sweep
from games.services.hands import bot_answers
from tests.games.fast_forward import Choose, fast_forward, like_bots
from tests.games.making import bid, bid_all, fresh, hand_of, people, running, table_of
from tests.narrowing import not_none
from tests.sampling import few

pytestmark = pytest.mark.django_db
ROWS = {
    Game: "pk", Seat: "index", Stage: "number", Hand: "number", SeatClock: "hand__number",
    Bid: "hand__number", LogEntry: "number", Record: "pk", RatedGame: "pk",
}  # fmt: skip
# Chance and the clock on the wall, which no two playings share.
DRAWN = {"salt", "salts", "receipts", "digest", "checksum"}
TABLES = [
    ("turn-the-tide", 3, {}, 12),
    ("turn-the-tide", 4, {"taker_chooses": True}, 9),
    ("rowboat", 2, {"novice": True}, 30),
    ("turning-tides", 2, {}, 25),
]


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def rows_of(game: Game) -> dict[str, list[Any]]:
    """All that is stored of a game, opened where it is sealed, without ids, chance and times."""
    found, game = {}, fresh(game)
    for model, order in ROWS.items():
        of_game: dict[type[Model], dict[str, Any]] = {
            Game: {"pk": game.pk},
            SeatClock: {"hand__game": game},
            Bid: {"hand__game": game},
        }
        rows = model._default_manager.filter(**of_game.get(model, {"game": game}))
        if hasattr(model, "seat"):
            rows = rows.order_by(order, "seat__index")
        else:
            rows = rows.order_by(order)
        keys = [each.name for each in model._meta.concrete_fields if each.is_relation]
        found[model.__name__] = [_plain(game, row) for row in rows.select_related(*keys)]
    return found


def unlike(one: dict[str, list[Any]], other: dict[str, list[Any]]) -> list[str]:
    """Each value that is not the same, with its table, row and column."""
    found = [f"{len(one[name])} and {len(other[name])} rows of {name}" for name in one
             if len(one[name]) != len(other[name])]  # fmt: skip
    for name, rows in one.items():
        for number, (row, same) in enumerate(zip(rows, other[name], strict=False)):
            found += [
                f"{name} {number}.{column}: {value!r} and {same[column]!r}"
                for column, value in row.items()
                if value != same[column]
            ]
    return found


def _plain(game: Game, row: models.Model) -> dict[str, Any]:
    told = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        # On a slow machine a second may pass before an answer.
        if isinstance(field, models.DateTimeField) or field.name == "took_seconds":
            value = value is not None
        if isinstance(field, models.ForeignKey):
            value = str(getattr(value and getattr(row, field.name), "number", value is not None))
        if isinstance(field, models.BinaryField):
            value = _opened(game, row, field.attname)
        if not field.primary_key and field.name not in DRAWN:
            told[field.name] = _without_chance(value)
    return told


def _opened(game: Game, row: Any, name: str) -> Any:
    if isinstance(row, Bid):
        return game_secrets.open_bid(row, game.code, row.hand.number, row.seat.index).notation
    sealed = getattr(row, name)
    return sealed and encryption.unseal(sealed, COLUMNS[f"games.Game.{name}"].associated_data(row))


def _without_chance(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: "drawn" if key in DRAWN or (key == "opened" and isinstance(each, str))
            else _without_chance(each)
            for key, each in value.items()
        }  # fmt: skip
    return value


def started(slug: str, seats: int, options: dict[str, Any]) -> Game:
    """A game in whose open hand one has answered already, where that does not fill it."""
    users = people(seats)
    game = running(users, ruleset=slug, options=options)
    if len(game.hands.get().awaiting) > 1:
        bid(game, users[0])
    return fresh(game)


@pytest.mark.parametrize(("slug", "seats", "options", "hand"), TABLES)
def test_a_hand_on_the_way(slug: str, seats: int, options: dict[str, Any], hand: int) -> None:
    game = started(slug, seats, options)
    with undone():
        while (now := fresh(game)).hand_number < hand:
            assert now.state == Game.State.RUNNING
            bid_all(game)
        hand = now.hand_number  # it is further where hands were forced
        played = rows_of(game)
    fast_forward(game, hand)
    assert unlike(rows_of(game), played) == []


@pytest.mark.parametrize(
    ("slug", "seats", "options"),
    few([("turn-the-tide", 3, {}), ("rowboat", 2, {"novice": True}), ("turning-tides", 2, {})]),
)
def test_the_end(slug: str, seats: int, options: dict[str, Any]) -> None:
    game = fast_forward(started(slug, seats, options), "last", like_bots())
    with undone():
        by_services(game, like_bots())
        played = rows_of(game)
    assert fast_forward(game, choose=like_bots()).state == Game.State.OVER
    assert unlike(rows_of(game), played) == []


def by_services(game: Game, choose: Choose) -> None:
    """To the end, every answer by the function that all interfaces call."""
    while (game := fresh(game)).state == Game.State.RUNNING:
        given = hand_of(game).bids.values("seat")
        for seat in game.seats.filter(index__in=hand_of(game).awaiting).exclude(pk__in=given):
            answer = choose(ruleset(game.ruleset), game_secrets.open_state(game), seat.index)
            bid(game, not_none(seat.user), answer)
        sweep.sweep()


def test_what_never_ends_says_so() -> None:
    with pytest.raises(ValueError, match="never ends"):
        fast_forward(table_of(2, ruleset="turning-tides")[1])


def test_the_last_hand_waits_for_somebody_and_ends_the_game() -> None:
    game = fast_forward(running(people(2), ruleset="rowboat", options={"novice": True}), "last")
    assert game.state == Game.State.RUNNING
    bid_all(game)
    assert fresh(game).state == Game.State.OVER


def bid_all_of(hands: int, game: Game) -> None:
    for _hand in range(hands):
        bid_all(game)


def test_bots_play_as_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people(2)
    game = running(users, seats=4, bots=2)
    found = []
    for play in (lambda: bid_all_of(5, game), lambda: fast_forward(game, 6)):
        monkeypatch.setattr(bot_answers, "CHANCE", random.Random(3))
        with undone():
            play()
            found.append(rows_of(game))
    assert unlike(*found) == []
    assert {row["via"] for row in found[0]["Bid"]} == {"page", "bot"}


def test_what_only_services_play_is_refused() -> None:
    game = running(people(3), hours=12, bank=48, most=72)
    with pytest.raises(ValueError, match="services only"):
        fast_forward(game)
