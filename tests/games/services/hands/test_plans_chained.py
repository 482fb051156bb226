"""Chains of hands that plans answer: bounded, told once, and safe against a change meanwhile."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from accounts.models import Choice, Notice
from games import game_secrets
from games.models import Bid, Game, Hand, Plan
from games.plans import evaluating
from games.services import sweep
from games.services.hands import game_flow, plans, resolving
from tests.games.making import bid, bid_all, fresh, hand_of, legal, person, settle, table_of
from tests.narrowing import not_none


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is just now."""
    monkeypatch.setattr(game_flow, "LONG_ENOUGH", 600)


@pytest.fixture
def planned() -> Game:
    """Three people, all with plans; the last answer makes the first hand READY."""
    users, game = table_of(3)
    for user in users:
        plans.write(user, game.code, "always: median", now=True)
    return fresh(game)


@pytest.mark.django_db
def test_so_many_hands_at_once_and_a_worker_goes_on(
    planned: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    monkeypatch.setattr("games.services.wake_workers.resolve", sent.append)
    assert resolving.resolve_hand(hand_of(planned).pk)
    game = fresh(planned)
    assert game.hand_number == game_flow.MAX_HANDS + 1
    assert hand_of(game).state == Hand.State.READY
    assert sent == [hand_of(game).pk]
    assert game.log.filter(kind="hand").count() == game_flow.MAX_HANDS


@pytest.mark.django_db
def test_no_transaction_goes_on_for_long(planned: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_flow, "LONG_ENOUGH", 0)
    assert resolving.resolve_hand(hand_of(planned).pk)
    assert fresh(planned).hand_number == 2
    assert hand_of(planned).state == Hand.State.READY


@pytest.mark.django_db
def test_a_whole_game_of_plans_ends_with_one_letter_to_each(planned: Game) -> None:
    Notice.objects.all().delete()
    while fresh(planned).state == Game.State.RUNNING:
        assert sweep.sweep() == 1
    assert (
        list(Notice.objects.filter(channel="mail").values_list("kind", flat=True))
        == ["game_over"] * 3
    )
    hands = fresh(planned).hand_number
    assert planned.log.filter(kind="hand").count() == hands
    assert set(Bid.objects.filter(hand__game=planned).values_list("via", flat=True)) == {"plan"}


@pytest.mark.django_db
def test_who_is_not_asked_gets_one_summary_and_who_is_asked_one_letter() -> None:
    users, game = table_of(3)
    for user in users[1:]:
        Choice.objects.create(user=user, kind="hand_resolved", wanted=True)
        plans.write(user, game.code, "always: lowest", now=True)
    Notice.objects.all().delete()
    plans.write(users[0], game.code, "next: lowest, then lowest, then lowest", now=True)
    sweep.sweep()
    told = (
        Notice.objects.filter(channel="mail").exclude(kind="reminder").order_by("recipient", "kind")
    )
    assert [(notice.recipient_id, notice.kind) for notice in told] == [
        (users[0].pk, "your_move"),
        (users[1].pk, "hand_resolved"),
        (users[2].pk, "hand_resolved"),
    ]
    assert {notice.facts["since"] for notice in told} == {1}
    assert told[1].facts["hand"] == 3


@pytest.mark.django_db
def test_a_defect_of_the_language_asks_the_seat_and_stops_nobody(
    planned: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(evaluating, "_first", broken)
    assert sweep.sweep() == 1
    assert hand_of(planned).number == 2
    assert hand_of(planned).state == Hand.State.OPEN


@pytest.mark.django_db
def test_a_new_plan_may_answer_in_place_of_the_old_one_and_never_of_its_owner() -> None:
    users, game = table_of(3)
    plans.write(users[0], game.code, "always: lowest", now=True)
    tried = not_none(plans.write(users[0], game.code, "always: highest", now=True).tried)
    assert (tried.verdict.answer, tried.given) == (legal(game, 0)[-1], legal(game, 0)[-1])
    bid(game, users[0], legal(game, 0)[4])
    tried = not_none(plans.write(users[0], game.code, "always: lowest", now=True).tried)
    assert (tried.verdict.answer, tried.given) == (legal(game, 0)[0], legal(game, 0)[4])


@pytest.mark.django_db
def test_a_miss_plays_the_plan_as_it_is_by_then() -> None:
    users, game = table_of(3)
    game.seats.filter(index=0).update(policy="plan")
    highest = legal(game, 0)[-1]
    plans.write(users[0], game.code, "always: highest")
    hand = hand_of(game)
    _time_runs_out(hand)
    missed = Bid.objects.get(hand=hand, seat__index=0)
    assert (missed.via, missed.missed, not_none(missed.opened)["notation"]) == (
        "deadline",
        True,
        highest,
    )


def _time_runs_out(hand: Hand) -> None:
    hand.deadline = hand.opened_at
    hand.save()
    sweep.sweep()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "played"), [("", 0), ("\nalways: highest", -1)], ids=["without", "with a rule"]
)
def test_a_miss_uses_no_step_that_is_for_a_later_hand(rules: str, played: int) -> None:
    users, game = table_of(3)
    game.seats.filter(index=0).update(policy="plan")
    cards = legal(game, 0)
    steps = [cards[5], cards[6]]
    plans.write(users[0], game.code, f"next: ask, then {steps[0]}, then {steps[1]}{rules}")
    bid_all(game)
    expected = legal(game, 0)[played]
    _time_runs_out(hand_of(game))
    bid(game, users[1])
    bid(game, users[2])
    settle(game)
    given = [
        game_secrets.open_bid(found, game.code, found.hand.number, 0).notation
        for found in Bid.objects.filter(hand__game=game, seat__index=0, hand__number__gt=1)
        .select_related("hand", "seat")
        .order_by("hand__number")
    ]
    assert given == [expected, *steps]


@pytest.mark.django_db
def test_a_miss_takes_the_first_step_of_a_plan_that_was_not_asked_yet() -> None:
    users, game = table_of(3)
    game.seats.filter(index=0).update(policy="plan")
    card = legal(game, 0)[5]
    plans.write(users[0], game.code, f"next: {card}")
    hand = hand_of(game)
    _time_runs_out(hand)
    assert not_none(Bid.objects.get(hand=hand, seat__index=0).opened)["notation"] == card


@pytest.mark.django_db
def test_who_takes_a_seat_over_has_no_old_plan() -> None:
    users, game = table_of(3)
    plans.write(users[0], game.code, "always: lowest", ask_forced=True)
    seat = game.seats.get(index=0)
    plans.forget(seat)
    game.seats.filter(pk=seat.pk).update(user=person("Ute"))
    assert not Plan.objects.exists()
    assert not fresh(game).seats.get(index=0).ask_forced


@pytest.mark.django_db(transaction=True)
def test_a_plan_that_changes_while_the_hand_opens_is_the_old_or_the_new_one() -> None:
    """Both take the game's lock: whoever comes second sees what the first one did."""
    users, game = table_of(3)
    for round_ in range(6):
        old, new = ("lowest", "highest") if round_ % 2 else ("highest", "lowest")
        plans.write(users[0], game.code, f"always: {old}")
        number = fresh(game).hand_number
        for user in users:
            if not Bid.objects.filter(hand=hand_of(game), seat__user=user).exists():
                bid(game, user)
        _at_once(
            lambda: resolving.resolve_hand(hand_of(game).pk),
            partial(plans.write, users[0], game.code, f"always: {new}"),
        )
        given = Bid.objects.get(hand__game=game, hand__number=number + 1, seat__index=0)
        cards = legal(game, 0)
        notation = game_secrets.open_bid(given, game.code, number + 1, 0).notation
        assert notation in (cards[0], cards[-1])
        assert fresh(game).hand_number == number + 1


def _at_once(*verbs: Callable[[], object]) -> None:
    ready = threading.Barrier(len(verbs))

    def run(verb: Callable[[], object]) -> None:
        try:
            ready.wait(10)
            verb()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(verbs)) as pool:
        for done in [pool.submit(run, verb) for verb in verbs]:
            done.result(30)
