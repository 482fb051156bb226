"""PUT and GET games/{code}/hands/{n}/bid.

Planted: with the comparison of receipts left out an old one overrides the new.
"""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.api.hands import bidding as views
from games.models import Bid, Game, Hand
from games.services import sweep
from games.services.seats import absence, substitutes
from tests.games.api.asking import at, client, good, problem
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    people,
    person,
    running,
    table_of,
)

pytestmark = pytest.mark.django_db


def asked() -> tuple[Game, APIClient, str]:
    """A game, and a client of the first seat with the address of its bid."""
    users, game = table_of(3)
    return game, client(users[0]), at(game, "hands", 1, "bid")


def test_a_bid_is_answered_with_its_receipt() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[3]
    answer = good(client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": f" {card} "}))

    stored = Bid.objects.get(hand__game=game, seat__index=0)
    assert answer == {
        "game": game.code,
        "hand": 1,
        "seat": 0,
        "bid": card,
        "salt": answer["salt"],
        "digest": stored.digest,
        "changes": 0,
        "via": "api",
        "follow": "",
        "placed_at": answer["placed_at"],
        "deadline": answer["deadline"],
    }
    assert stored.via == Bid.Via.API


def test_a_bid_can_be_changed_and_read_back() -> None:
    game, ask, where = asked()
    problem(ask.get(where), 404, "no_bid")
    good(ask.put(where, {"bid": legal(game, 0)[0]}))
    receipt = good(ask.put(where, {"bid": legal(game, 0)[1]}))

    assert receipt["changes"] == 1
    assert good(ask.get(where)) == receipt == good(ask.get(at(game)))["own_bid"]


def test_the_same_bid_again_keeps_its_receipt() -> None:
    game, ask, where = asked()
    card = legal(game, 0)[0]

    assert good(ask.put(where, {"bid": card})) == good(ask.put(where, {"bid": card}))


def test_a_key_brings_the_same_receipt_even_after_the_hand_was_resolved() -> None:
    game, ask, where = asked()
    card = legal(game, 0)[0]
    first = good(ask.put(where, {"bid": card}, HTTP_IDEMPOTENCY_KEY="5f1d-9c0a"))
    bid_all(game)

    assert fresh(game).hand_number == 2
    assert good(ask.put(where, {"bid": card}, HTTP_IDEMPOTENCY_KEY='"5f1d-9c0a"')) == first
    other = ask.put(where, {"bid": f"{card}0"}, HTTP_IDEMPOTENCY_KEY="5f1d-9c0a")
    problem(other, 422, "key_reused")


@pytest.mark.parametrize("key", ["", " ", "a" * 65, "sp ace", "semi;colon", '"open', "ünï"])
def test_a_key_of_wrong_length_or_letters_is_refused(key: str) -> None:
    users, game = table_of(3)
    where, card = at(game, "hands", 1, "bid"), legal(game, 0)[0]
    answer = client(users[0]).put(where, {"bid": card}, HTTP_IDEMPOTENCY_KEY=key)

    problem(answer, 400, "bad_key")
    assert not Bid.objects.exists()


@pytest.mark.parametrize("text", ["", "  ", "forty-four", "44 44", "0x2c", "🌊", "44." * 60])
def test_what_cannot_be_read_is_malformed(text: str) -> None:
    users, game = table_of(3)
    answer = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": text})

    found = problem(answer, 400, "malformed")
    assert sorted(found["legal"]) == sorted(legal(game, 0))
    assert not Bid.objects.exists()


def test_a_card_not_held_is_illegal_and_the_legal_ones_are_named() -> None:
    users, game = table_of(3)
    foreign = legal(game, 1)[0]
    answer = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": foreign})

    found = problem(answer, 422, "illegal")
    assert sorted(found["legal"]) == sorted(legal(game, 0))
    assert foreign in found["detail"]


def test_a_card_that_was_played_is_illegal() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[0]
    bid_all(game)

    problem(client(users[0]).put(at(game, "hands", 2, "bid"), {"bid": card}), 422, "illegal")


def test_a_refused_change_keeps_the_sealed_bid() -> None:
    game, ask, where = asked()
    receipt = good(ask.put(where, {"bid": legal(game, 0)[0]}))
    problem(ask.put(where, {"bid": legal(game, 1)[0]}), 422, "illegal")

    assert good(ask.get(where)) == receipt


def test_hands_past_and_to_come_name_the_open_one() -> None:
    users, game = table_of(3)
    bid_all(game)
    ask, card = client(users[0]), legal(game, 0)[0]
    stale = problem(ask.put(at(game, "hands", 1, "bid"), {"bid": card}), 409, "stale_hand")
    ahead = problem(ask.put(at(game, "hands", 3, "bid"), {"bid": card}), 409, "future_hand")

    assert stale["open"] == ahead["open"] == 2
    assert all("our answer was not stored" in each["detail"] for each in (stale, ahead))
    problem(ask.put(at(game, "hands", 0, "bid"), {"bid": card}), 409, "stale_hand")
    problem(ask.get(at(game, "hands", 3, "bid")), 404, "no_hand")


def test_a_closed_hand_takes_no_change() -> None:
    users, game = table_of(3)
    for user in users:
        bid(game, user)
    answer = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": legal(game, 0)[1]})

    problem(answer, 409, "hand_closed")
    assert hand_of(game).state == Hand.State.READY
    sweep.sweep()


def test_who_is_out_of_the_stage_owes_nothing() -> None:
    users, game = table_of(5)
    while len(hand_of(game).awaiting) == 5:
        bid_all(game)
    hand = hand_of(game)
    out = next(seat for seat in range(5) if seat not in hand.awaiting)
    answer = client(users[out]).put(at(game, "hands", hand.number, "bid"), {"bid": "1"})

    assert problem(answer, 409, "not_awaited")["awaiting"] == hand.awaiting


def test_a_game_that_does_not_run_takes_no_bids() -> None:
    users, game = table_of(3)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    over = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": "1"})
    problem(over, 409, "game_over")
    Game.objects.filter(pk=game.pk).update(state=Game.State.OPEN)
    unstarted = client(users[0]).put(at(game, "hands", 1, "bid"), {"bid": "1"})
    problem(unstarted, 409, "game_not_running")


@pytest.mark.parametrize("method", ["get", "put"])
def test_only_who_sits_there_has_a_bid(method: str) -> None:
    users, game = table_of(3)
    hidden = running(users, visibility="link")
    stranger = client(person("Wim"))
    ways = [(game, stranger), (hidden, stranger), (game, client())]
    body = {"bid": "1"} if method == "put" else None
    answers = [getattr(ask, method)(at(g, "hands", 1, "bid"), body) for g, ask in ways]

    problem(answers[0], 403, "not_seated")
    problem(answers[1], 404, "unknown_game")
    problem(answers[2], 401, "not_authenticated")
    assert not Bid.objects.exists()


def test_a_hand_number_belongs_to_its_own_game() -> None:
    """A bid for another game's hand is a bid for the hand of that number here, or refused."""
    users = people(3)
    ahead, behind = running(users), running(users)
    bid_all(ahead)
    answer = client(users[0]).put(at(behind, "hands", 2, "bid"), {"bid": legal(ahead, 0)[0]})

    problem(answer, 409, "future_hand")


def test_a_receipt_belongs_to_whoever_had_the_seat_then() -> None:
    """Also to who comes back to it: Joost has the seat in the first hand and the third."""
    users, game = table_of(3)
    joost, wim = users[1], person("Wim")
    bid_all(game)
    _passed_on(game, joost, wim)
    bid_all(game)
    assert _hands_read_by(wim, game) == [2]
    _passed_on(game, wim, joost)
    bid_all(game)
    assert _hands_read_by(joost, game) == [1, 3]


def _passed_on(game: Game, leaves: User, comes: User) -> None:
    absence.leave(leaves, game.code)
    substitutes.take(comes, game.code, 1)


def _hands_read_by(user: User, game: Game) -> list[int]:
    ask, turned = client(user), range(1, fresh(game).hand_number)
    answers = {number: ask.get(at(game, "hands", number, "bid")) for number in turned}
    return [number for number, answer in answers.items() if answer.status_code == 200]


def test_a_bid_says_what_it_replaces() -> None:
    users, game = table_of(3)
    me, (first, second, *_more) = client(users[0]), legal(game, 0)
    way = at(game.code, "hands/1/bid")
    assert me.put(way, {"bid": first, "replaces": 0}).status_code == 200
    told = problem(me.put(way, {"bid": second, "replaces": 0}), 409, "bid_changed")
    assert told["replaces"] == 1
    assert me.put(way, {"bid": second, "replaces": told["replaces"]}).data["changes"] == 1
    problem(me.put(way, {"bid": second, "replaces": -1}), 400, "invalid")


def test_a_bid_replaces_the_one_that_it_names_and_no_other() -> None:
    game, ask, way = asked()
    first, second, third = legal(game, 0)[:3]
    none = {"If-None-Match": "*"}
    made = ask.put(way, {"bid": first}, headers=none)
    assert made["ETag"] == f'"{good(made)["digest"]}"'
    problem(ask.put(way, {"bid": second}, headers=none), 412, "precondition_failed")
    changed = ask.put(way, {"bid": second}, headers={"If-Match": made["ETag"]})
    assert ask.get(way)["ETag"] == changed["ETag"] != made["ETag"]
    late = ask.put(way, {"bid": third}, headers={"If-Match": made["ETag"]})
    problem(late, 412, "precondition_failed")
    nonsense = ask.put(way, {"bid": third}, headers={"If-Match": '"nonsense"'})
    problem(nonsense, 412, "precondition_failed")
    assert (Bid.objects.count(), good(ask.get(way))["bid"]) == (1, second)


def test_a_receipt_is_told_again_although_the_answer_is_the_same() -> None:
    """Its ETag is for `If-Match`, and the deadline changes without it."""
    users, game = table_of(3)
    ask, way = client(users[0]), at(game, "hands", 1, "bid")
    before = ask.put(way, {"bid": legal(game, 0)[0]})
    good(client(users[1]).post(at(game, "extend"), {"hand": 1}))
    after = ask.get(way, headers={"If-None-Match": before["ETag"]})
    assert good(after)["deadline"] > good(before)["deadline"]
    assert after["ETag"] == before["ETag"]


def test_what_the_body_says_that_it_replaces_counts_beside_a_condition() -> None:
    game, ask, way = asked()
    first, second, third = legal(game, 0)[:3]
    for text in (first, second):
        good(ask.put(way, {"bid": text}))
    any_one = {"If-Match": "*"}
    late = ask.put(way, {"bid": third, "replaces": 0}, headers=any_one)
    assert problem(late, 409, "bid_changed")["replaces"] == 2
    assert good(ask.put(way, {"bid": third, "replaces": 2}, headers=any_one))["bid"] == third


@pytest.mark.parametrize(("number", "code"), [(1, "stale_hand"), (3, "future_hand")])
def test_that_it_is_another_hand_goes_before_any_condition(number: int, code: str) -> None:
    users, game = table_of(3)
    bid_all(game)
    ask, card = client(users[0]), legal(game, 0)[0]
    for condition in ({"If-Match": "*"}, {"If-Match": '"x"'}, {"If-None-Match": "*"}):
        answer = ask.put(at(game, "hands", number, "bid"), {"bid": card}, headers=condition)
        problem(answer, 409, code)


def test_who_has_no_seat_has_no_condition_to_meet() -> None:
    _users, game = table_of(3)
    way, sent = at(game, "hands", 1, "bid"), {"bid": "1"}
    answer = client(person("Wim")).put(way, sent, headers={"If-Match": "*"})
    problem(answer, 403, "not_seated")


def test_of_a_bid_that_comes_while_another_is_compared_it_says_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, ask, way = asked()
    made = good(ask.put(way, {"bid": legal(game, 0)[0]}))
    monkeypatch.setattr(views, "_conditional", lambda *_asked: 0)  # as it was before that one
    late = ask.put(way, {"bid": legal(game, 0)[1]}, headers={"If-None-Match": "*"})
    problem(late, 412, "precondition_failed")
    assert good(ask.get(way))["bid"] == made["bid"]


def test_a_condition_is_not_asked_again_for_what_was_done_already() -> None:
    game, ask, way = asked()
    first, second = legal(game, 0)[:2]
    sent = {"If-None-Match": "*", "Idempotency-Key": "k-1"}
    made = ask.put(way, {"bid": first}, headers=sent)
    assert good(ask.put(way, {"bid": first}, headers=sent)) == good(made)
    problem(ask.put(way, {"bid": second}, headers=sent), 422, "key_reused")


def test_a_bid_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    users, game = table_of(3)
    ask = client(users[0])
    card = good(ask.get(at(game)))["legal"][0]
    with django_assert_max_num_queries(14):
        good(ask.put(at(game, "hands", 1, "bid"), {"bid": card}))
