"""Bids, plans and what is asked of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.models import Game, Hand
from games.services.lobby import tables
from tests.games.api.asking import at, client, good
from tests.games.making import bid_all, hand_of, legal, person, running, table_of
from tests.games.refusals.scenes import Wish, no

PLANS = {
    "too_large": "#" * 5000,
    "too_many": "next: " + ", then ".join(["lowest"] * 60),
    "too_deep": "if " + "(" * 20 + "hand is 1" + ")" * 20 + ": lowest",
    "missing": "next:",
    "unexpected": "always: lowest)",
    "no number": "if my tide is high: lowest",
    "unknown_sign": "next: §",
    "unknown_answer": "next: elephant",
    "unknown_fact": "if elephant is 1: lowest",
    "bad_number": "if hand is 99999999: lowest",
}


def bids(_patch: Any) -> Iterator[Wish]:
    users, game = table_of(3)
    users = [*users, person("Henning")]  # not to the list that is copied for later tests
    bid_all(game)
    ask, way = client(users[0]), at(game, "hands", 2, "bid")
    other = next(str(card) for card in range(1, 61) if str(card) not in legal(game, 0))
    yield no("no_bid", ask.get, way)
    yield no("stale_hand", ask.put, at(game, "hands", 1, "bid"), {"bid": "1"})
    yield no("future_hand", ask.put, at(game, "hands", 9, "bid"), {"bid": "1"})
    late = {"plan": "always: lowest", "now": True, "hand": 1}
    yield no("hand_went_on", ask.put, at(game, "plan"), late)
    yield no("malformed", ask.put, way, {"bid": "qqq"})
    yield no("illegal", ask.put, way, {"bid": other})
    yield no("bid_changed", ask.put, way, {"bid": legal(game, 0)[0], "replaces": 5})
    match = {"HTTP_IF_MATCH": '"another"'}
    yield no("precondition_failed", ask.put, way, {"bid": legal(game, 0)[0]}, **match)
    yield no("not_seated", client(users[3]).put, way, {"bid": "1"})
    key: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "k"}
    good(ask.put(way, {"bid": legal(game, 0)[0]}, **key))
    yield no("key_reused", ask.put, way, {"bid": legal(game, 0)[1]}, **key)
    hands = Hand.objects.filter(pk=hand_of(game).pk)
    hands.update(awaiting=[1, 2])
    yield no("not_awaited", ask.put, way, {"bid": legal(game, 0)[0]})
    hands.update(awaiting=[0, 1, 2], state=Hand.State.READY)
    yield no("hand_closed", ask.put, way, {"bid": legal(game, 0)[0]})
    Game.objects.update(state=Game.State.OVER)
    yield no("game_over", ask.put, way, {"bid": "1"})


def beside(_patch: Any) -> Iterator[Wish]:
    users, game = table_of(3)
    ask = client(users[0])
    for text in PLANS.values():
        yield no("bad_plan", ask.put, at(game, "plan"), {"plan": text})
    yield no("no_aside", ask.post, at(game, "asides"), {"act": "surrender"})
    yield no("no_peek", ask.post, at(game, "peek"))
    yield no("no_hand", ask.get, at(game, "hands", 99))
    yield no("record_running", ask.get, at(game, "record"))
    yield no("no_duplicate", ask.get, at(game, "duplicate"))
    gone = running([person("Wim"), *users[:2]], ruleset="turn-the-tide")
    Game.objects.filter(pk=gone.pk).update(state=Game.State.CANCELLED)
    yield no("game_cancelled", ask.get, at(gone, "comparison"))
    table = tables.make_table(users[0], tables.TableSettings(name="Texel", seats=3))
    yield no("game_not_running", ask.put, at(table, "hands", 1, "bid"), {"bid": "1"})


def afterwards(_patch: Any) -> Iterator[Wish]:
    users, game = table_of(2, ruleset="rowboat")
    Game.objects.update(state=Game.State.OVER)
    yield no("no_comparison", client(users[0]).get, at(game, "comparison"))


SCENES = (bids, beside, afterwards)
