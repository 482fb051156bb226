"""Plans: evaluated as a hand opens, chained, changed at any time, and told to nobody."""

import json

import pytest
from django.utils import timezone

from accounts import encryption
from accounts.models import Notice, User
from accounts.operation import database_clock
from games import game_secrets, selectors
from games.models import Bid, Game, Hand, Plan
from games.refusals import Refused
from games.services import sweep
from games.services.hands import plan_rehearsal, plans, resolving
from games.services.hands.plan_rehearsal import Rehearsal
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
    user_at,
)
from tests.games.services.moderation.test_plans_taken_back import choosing
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def kept(
    game: Game, user: User, text: str, *, now: bool = False, ask_forced: bool | None = None
) -> None:
    plans.write(user, game.code, text, now=now, ask_forced=ask_forced)


def row(game: Game, seat: int) -> Plan:
    return Plan.objects.select_related("seat").get(seat__game=game, seat__index=seat)


def own_plan(game: Game, seat: int) -> selectors.hands.plans.OwnPlan | None:
    return selectors.hands.plans.own_plan(game, game.seats.get(index=seat))


def rehearsed(game: Game, seat: int, text: str) -> Rehearsal:
    game = fresh(game)
    return plan_rehearsal.rehearse(game, game.seats.get(index=seat), plans.read(game.ruleset, text))


def settled(game: Game) -> None:
    """Resolves what is full until somebody is asked."""
    for _hand in range(400):
        if hand_of(game).state != Hand.State.READY:
            return
        sweep.sweep()
    raise AssertionError("The game goes on and on.")


def vias(game: Game, number: int) -> dict[int, str]:
    bids = Bid.objects.filter(hand__game=game, hand__number=number)
    return dict(bids.values_list("seat__index", "via"))


def answered(game: Game, number: int, seat: int) -> str:
    """What a seat sealed, open or not."""
    return not_none(
        selectors.observations.own_bid(game, game.hands.get(number=number), seat)
    ).notation


def test_a_plan_answers_the_hands_to_come_and_not_the_one_that_is_open() -> None:
    users, game = table_of(3)
    cards = legal(game, 0)
    kept(game, users[0], f"next: {cards[4]}, then {cards[2]}")
    assert vias(game, 1) == {}
    bid_all(game)
    assert vias(game, 2) == {0: "plan"}
    assert answered(game, 2, 0) == cards[4]
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()
    assert answered(game, 3, 0) == cards[2]
    assert not_none(own_plan(game, 0)).left == ""


def test_with_now_it_answers_the_open_hand_too() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[7]
    kept(game, users[0], f"next: {card}, then lowest", now=True)
    assert answered(game, 1, 0) == card
    assert not_none(own_plan(game, 0)).left == "next: lowest"


def test_a_bid_that_was_given_is_left_alone() -> None:
    users, game = table_of(3)
    receipt = bid(game, users[0], legal(game, 0)[3])
    kept(game, users[0], "next: highest", now=True)
    assert not plans.play(users[0], game.code)
    assert answered(game, 1, 0) == receipt.bid
    assert not_none(own_plan(game, 0)).done == 0


def test_who_gives_what_their_plan_gave_has_answered_and_no_plan_replaces_that() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[7]
    kept(game, users[0], f"next: {card}", now=True)
    receipt = bid(game, users[0], card)
    assert (receipt.changes, vias(game, 1)) == (0, {0: "page"})
    kept(game, users[0], "next: highest", now=True)
    assert answered(game, 1, 0) == card


@pytest.mark.parametrize("now", [False, True])
def test_playing_it_twice_plays_one_step(now: bool) -> None:
    """Such as from a message on the phone, and from the same message on the desk."""
    users, game = table_of(3)
    cards = legal(game, 0)
    kept(game, users[0], f"next: {cards[4]}, then {cards[2]}", now=now)
    assert plans.play(users[0], game.code)
    assert plans.play(users[0], game.code)
    assert answered(game, 1, 0) == cards[4]
    assert not_none(own_plan(game, 0)).done == 1


@pytest.mark.parametrize("first", ["ask", "{strange}", "{strange}, else ask"])
def test_a_plan_that_has_been_asked_in_a_hand_takes_no_second_step_there(first: str) -> None:
    """What follows `then` is for the hand after, however often somebody presses."""
    users, game = table_of(3)
    card = legal(game, 0)[5]
    strange = next(str(card) for card in range(1, 61) if str(card) not in legal(game, 0))
    kept(game, users[0], f"next: {first.format(strange=strange)}, then {card}")
    bid_all(game)
    for _press in range(2):
        assert not plans.play(users[0], game.code)
    assert (vias(game, 2), not_none(own_plan(game, 0)).done) == ({}, 1)
    bid_all(game)
    assert answered(game, 3, 0) == card


def test_neither_does_one_that_was_saved_for_the_open_hand() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[5]
    kept(game, users[0], f"next: ask, then {card}", now=True)
    for _press in range(2):
        assert not plans.play(users[0], game.code)
    bid_all(game)
    assert answered(game, 2, 0) == card


def test_a_plan_that_says_ask_is_not_used_up_by_pressing() -> None:
    users, game = table_of(3)
    kept(game, users[0], "next: ask, then lowest\nalways: highest")
    assert not plans.play(users[0], game.code)
    assert (vias(game, 1), not_none(own_plan(game, 0)).done) == ({}, 0)


def test_the_last_answer_by_plan_makes_the_hand_ready() -> None:
    users, game = table_of(3)
    bid(game, users[1])
    bid(game, users[2])
    kept(game, users[0], "always: highest", now=True)
    assert hand_of(game).state == Hand.State.READY


def test_where_it_does_not_fit_the_seat_is_asked() -> None:
    users, game = table_of(3)
    strange = next(str(card) for card in range(1, 61) if str(card) not in legal(game, 0))
    kept(game, users[0], f"next: {strange}, then ask, then highest")
    bid_all(game)
    assert vias(game, 2) == {}
    bid_all(game)
    assert vias(game, 3) == {}
    bid_all(game)
    assert vias(game, 4) == {0: "plan"}


def test_a_stage_of_plans_resolves_in_one_go_with_one_entry_a_hand() -> None:
    users, game = table_of(3)
    for user in users[1:]:
        kept(game, user, "always: lowest", now=True)
    Notice.objects.all().delete()
    kept(game, users[0], "if stage is 1: lowest", now=True)
    settled(game)

    game = fresh(game)
    last = game.hand_number
    assert not_none(game.table)["stage"] == 2
    assert last > 3
    assert game.log.filter(kind="hand").count() == last - 1
    told = (
        Notice.objects.filter(channel="mail")
        .exclude(kind="reminder")
        .values_list("kind", "recipient")
    )
    assert sorted(told) == [
        ("stage_end", users[1].pk),
        ("stage_end", users[2].pk),
        ("your_move", users[0].pk),
    ]
    assert Notice.objects.get(kind="your_move", channel="mail").facts["since"] == 1
    waiting = Notice.objects.filter(kind="stage_end", send_after__gt=timezone.now())
    assert waiting.count() == 2  # nobody asks them now: their next letter tells it, or tomorrow's


def test_a_forced_answer_is_given_at_once_unless_one_wants_to_be_asked() -> None:
    users, game = table_of(3)
    kept(game, users[0], "", ask_forced=True)
    game = fresh(game)
    state = game_secrets.open_state(game)  # with so many belts nobody leaves the stage
    game_secrets.keep_state(game, state._replace(belts=(99, 99, 99)))
    game.save()
    for _hand in range(11):
        bid_all(game)
    assert vias(game, 12) == {1: "forced", 2: "forced"}
    asked = Notice.objects.filter(kind="your_move", channel="mail", facts__hand=12)
    assert list(asked.values_list("recipient", flat=True)) == [users[0].pk]


def test_it_is_refused_with_line_and_place_and_the_old_one_counts() -> None:
    users, game = table_of(3)
    kept(game, users[0], "always: lowest")
    with pytest.raises(Refused) as caught:
        kept(game, users[0], "next: lowest\nalways: 99")
    assert caught.value.code == "bad_plan"
    assert (caught.value.hint["line"], caught.value.hint["column"]) == (2, 9)
    assert "Line 2, column 9: “99” is not an answer" in caught.value.message
    with pytest.raises(Refused, match="4096"):
        kept(game, users[0], "x" * 1_000_000)
    assert not_none(own_plan(game, 0)).text == "always: lowest"


def test_a_sign_that_is_missing_is_named_in_quotation_marks() -> None:
    for text, expected in (("always 44", "“:”."), ("always: lowest )", "“, else”, a new line.")):
        with pytest.raises(Refused) as caught:
            plans.read("turn-the-tide", text)
        assert f"Expected: {expected}" in caught.value.message


def test_who_may() -> None:
    users, game = table_of(3)
    with pytest.raises(Refused, match="not_seated"):
        kept(game, person("Ute"), "always: lowest")
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    with pytest.raises(Refused, match="game_over"):
        kept(game, users[0], "always: lowest")


def test_clearing_ends_it_and_somebody_elses_plan_never_counts() -> None:
    users, game = table_of(3)
    kept(game, users[0], "always: highest")
    kept(game, users[1], "always: highest")
    plans.clear(users[0], game.code)
    game.seats.filter(index=1).update(user=person("Ute"))
    assert own_plan(game, 1) is None
    game.seats.filter(index=1).update(user=users[1])
    bid_all(game)
    assert vias(game, 2) == {1: "plan"}


def test_it_is_sealed_at_rest_in_its_own_place_and_in_no_log() -> None:
    users, game = table_of(3)
    kept(game, users[0], "always: highest # zebra")
    kept(game, users[1], "always: lowest")
    first, other = row(game, 0), row(game, 1)
    assert b"zebra" not in bytes(first.sealed)
    assert b"highest" not in bytes(first.sealed)
    bid_all(game)
    for thing in (*game.log.values(), *Notice.objects.values(), *game.hands.values()):
        assert "zebra" not in json.dumps(thing, default=str)
    assert "zebra" not in repr(first) + str(first)
    other.sealed = row(game, 0).sealed
    with pytest.raises(encryption.CannotOpen):
        game_secrets.open_plan(other, game)


def test_what_it_would_have_done_follows_from_what_the_seat_sees() -> None:
    _users, game = table_of(3)
    first, highest = legal(game, 0)[0], legal(game, 0)[-1]
    bid_all(game)
    bid_all(game)
    found = rehearsed(game, 0, f"next: {first}, then ask\nalways: highest")
    assert [(t.hand, t.verdict.answer, t.given) for t in found.past] == [
        (1, first, first),
        (2, None, answered(game, 2, 0)),
    ]
    assert not_none(found.now).verdict.answer == highest  # the card of the first step is gone


@pytest.mark.parametrize("ruleset", ["rowboat", "turning-tides", "turn-the-tide"])
def test_what_is_tried_is_what_was_played(ruleset: str) -> None:
    """A plan that answered every hand of a stage says so when it is tried on that stage."""
    users = people(3 if ruleset == "turn-the-tide" else 2)
    game = running(users, ruleset=ruleset)
    for user in users:
        kept(game, user, "if stage is 1: highest" if ruleset != "turning-tides" else
             "if round is 1: lowest", now=True)  # fmt: skip
    settled(game)
    text = not_none(own_plan(game, 0)).text
    found = rehearsed(game, 0, text)
    assert found.stage == 1
    assert found.past
    assert [t.verdict.answer for t in found.past] == [t.given for t in found.past]


def test_a_plan_for_now_answers_only_the_hand_that_its_writer_saw() -> None:
    users, game = table_of(3)
    bid_all(game)
    with pytest.raises(Refused) as refused:
        plans.write(users[0], game.code, "next: lowest", now=True, seen_hand=1)
    assert (refused.value.code, refused.value.hint["open"]) == ("hand_went_on", 2)
    assert own_plan(game, 0) is None
    assert plans.write(users[0], game.code, "next: lowest", now=True, seen_hand=2).tried is not None
    assert vias(game, 2) == {0: "plan"}


def test_a_plan_sent_again_after_its_hand_goes_on_where_it_is() -> None:
    users, game = table_of(3)
    text = "next: lowest, then highest, then highest"
    plans.write(users[0], game.code, text, now=True, seen_hand=1)
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()
    before = own_plan(game, 0)
    assert not_none(before).done == 2
    assert plans.write(users[0], game.code, text, now=True, seen_hand=1).tried is None
    assert own_plan(game, 0) == before
    assert vias(game, 2) == {0: "plan"}


def test_the_same_plan_written_in_a_later_hand_begins_anew() -> None:
    users, game = table_of(3)
    plans.write(users[0], game.code, "next: lowest", now=True, seen_hand=1)
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()
    bid_all(game)
    plans.write(users[0], game.code, "next: lowest", seen_hand=2)
    assert not_none(own_plan(game, 0)).done == 0


def test_a_plan_sent_again_after_its_hand_still_says_whether_its_owner_wants_to_be_asked() -> None:
    users, game = table_of(3)
    text = "next: lowest"
    plans.write(users[0], game.code, text, seen_hand=1, ask_forced=False)
    bid_all(game)
    plans.write(users[0], game.code, text, seen_hand=1, ask_forced=True)
    assert fresh(game).seats.get(index=0).ask_forced
    assert not_none(own_plan(game, 0)).done == 1


@pytest.mark.parametrize("late", [False, True], ids=["on the page", "by a mail that is read later"])
def test_what_its_owner_wrote_after_their_card_is_replaced_by_no_plan(late: bool) -> None:
    game = choosing(table_of(2, ruleset="turning-tides")[1])
    Game.objects.filter(pk=game.pk).update(shows_bids=False, delay_minutes=30)
    owner = user_at(game, 0)
    bid(game, owner, "move captain 6 to 7")
    came_at = database_clock.now()
    bid(game, user_at(game, 1), "wait")
    Hand.objects.filter(pk=hand_of(game).pk).update(resolve_after=None)
    assert resolving.resolve_hand(hand_of(game).pk)
    number = fresh(game).hand_number
    assert (vias(game, number), answered(game, number, 0)) == ({0: "plan"}, "captain 6 to 7")
    done = plans.write(
        owner, game.code, "always: lowest", now=not late, given_at=came_at if late else None
    )
    assert (not_none(done.tried).answered, done.stays) == (False, 0)
    assert answered(game, number, 0) == "captain 6 to 7"
