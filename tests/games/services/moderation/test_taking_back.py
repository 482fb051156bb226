"""Taking back: the state, the deck and the record agree with a game played so from the start."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import ModerationEntry, Notice, User
from games import game_secrets, reliability
from games.models import Bid, Game, Hand, LogEntry, ReplyTopic, Seat, SeatTenure, TakenBack
from games.refusals import Refused
from games.rules.registry import ruleset
from games.services import sweep
from games.services.hands import asides, bidding, plans
from games.services.mail import reply_addresses
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.rewind import state_at
from games.services.people import erasure
from games.services.seats import absence, substitutes
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward, like_bots, played_on
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    person,
    running,
    settle,
    table_of,
    user_at,
    users_at,
)
from tests.games.services.moderation.setting import game_with_a_miss, players, taken_back
from tests.narrowing import not_none
from tests.sampling import few, sample

pytestmark = pytest.mark.django_db
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("turn-the-tide", 3, {}),
    ("turn-the-tide", 3, {"taker_chooses": True}),
    ("rowboat", 3, {"misplays": True}),
    ("turning-tides", 2, {}),
]

# Played to the end, a beginner's game of Rowboat has half as many hands.
SHORT = [
    (slug, seats, {"novice": True} if slug == "rowboat" else how) for slug, seats, how in TABLES
]

SOME, SOME_SHORT = sample(TABLES, kind=lambda table: table[0]), few(SHORT)


def play_on(game: Game, hands: int, seed: int) -> Game:
    """So many hands, answered at random, with what may be done out of turn now and then."""
    chance = random.Random(seed)
    for _hand in range(hands):
        if fresh(game).state != Game.State.RUNNING:
            break
        for index in owing(game):
            user = user_at(game, index)
            bid(game, user, chance.choice(legal(game, index)))
        settle(game)
    return fresh(game)


def owing(game: Game) -> list[int]:
    """The seats that still owe an answer: where only one is legal it was given for them."""
    hand = hand_of(game)
    given = set(hand.bids.values_list("seat__index", flat=True))
    return [index for index in hand.awaiting if index not in given]


def next_shuffle(game: Game) -> int:
    """The first hand for which cards are shuffled again."""
    now = game.sealed_shuffles
    return next(one.number for one in played_on(game, like_bots()) if one.shuffles != now)


@pytest.mark.parametrize(("slug", "seats", "options"), SOME)
def test_the_state_is_that_in_which_the_hand_opened_and_the_record_verifies(
    slug: str, seats: int, options: dict[str, Any]
) -> None:
    actor = staff()
    game = running(players()[:seats], ruleset=slug, options=options)
    seen, commitment = {}, game.commitment
    game = fast_forward(game, next_shuffle(game) - 3, like_bots())
    for _hand in range(5):
        seen[game.hand_number] = (game_secrets.open_state(game), game_secrets.open_shuffles(game))
        game = play_on(game, 1, seed=game.hand_number)
    for number in list(seen)[3:0:-2]:
        assert state_at(game, number) == seen[number]
        taken_back(actor, game, number)
        game = fresh(game)
        assert (game_secrets.open_state(game), game_secrets.open_shuffles(game)) == seen[number]
        assert game.hand_number == number
        hand = hand_of(game)
        assert (hand.state, hand.stage.ended_at) == (Hand.State.OPEN, None)
        game = play_on(game, 2, seed=number)
    game = fast_forward(game, choose=like_bots())

    assert game.state == Game.State.OVER
    checks = verify(game.record.data)
    assert all_passed(checks), [check for check in checks if not check.passed]
    assert game.record.data["commitment"] == commitment
    assert len(game.record.data["receipts"]) == game.hands.filter(state="resolved").count()


@pytest.mark.parametrize(("slug", "seats", "options"), SOME_SHORT)
def test_put_back_all_is_as_it_was(slug: str, seats: int, options: dict[str, Any]) -> None:
    actor = staff()
    users = players()[:seats]
    game = play_on(running(users, ruleset=slug, options=options), 5, seed=3)
    game = settle(game)
    index = owing(game)[0]
    receipt = bid(game, users[index], legal(game, index)[-1])
    before = (game_secrets.open_state(game), game_secrets.open_shuffles(game), game.hand_number)
    told = list(game.log.order_by("number").values_list("number", "kind", "data"))
    done = taken_back(actor, game, 3)
    execution.undo(actor, done.entry.number, CommandInput("other", "The players want to go on."))
    game = fresh(game)

    assert (
        game_secrets.open_state(game),
        game_secrets.open_shuffles(game),
        game.hand_number,
    ) == before
    assert Bid.objects.get(hand__game=game, digest=receipt.digest).hand.number == before[2]
    after = list(game.log.order_by("number").values_list("number", "kind", "data"))
    assert after[: len(told)] == told
    assert [kind for _n, kind, _d in after[len(told) :]] == ["taken_back", "put_back"]
    assert not TakenBack.objects.exists()
    sweep.sweep()
    assert all_passed(verify(fast_forward(game, choose=like_bots()).record.data))


def test_put_back_its_letters_can_be_answered_by_mail_again() -> None:
    """The letter of then names the address of then, and no other letter goes out."""
    actor, game = staff(), game_with_a_miss()
    marit = user_at(game, 0)
    written = reply_addresses.reply_address_for(marit, hand_of(game))
    done = taken_back(actor, game, 2)
    assert reply_addresses.address_named(written) is None
    execution.undo(actor, done.entry.number, CommandInput("asked"))

    row = reply_addresses.address_named(written)
    assert row is not None
    assert reply_addresses.is_good(row)
    assert (row.user, not_none(row.hand).number) == (marit, 4)
    assert reply_addresses.reply_address_for(marit, hand_of(game)) == written


def test_put_back_letters_about_several_hands_name_it_by_its_number_again() -> None:
    actor, game = staff(), game_with_a_miss()
    hands = [hand_of(running(users_at(game))), hand_of(game)]
    row = reply_addresses.address_of_several(user_at(game, 0), hands)
    gone = reply_addresses.address_of_several(user_at(game, 1), hands[1:])
    done = taken_back(actor, game, 2)
    gone.delete()
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert list(row.topics.values_list("number", "hand")) == [(1, hands[0].pk), (2, hands[1].pk)]
    assert not ReplyTopic.objects.filter(address=gone.pk).exists()


@pytest.mark.parametrize("wish", [reply_addresses.revoke, erasure.forget])
def test_put_back_no_address_is_good_that_its_person_has_given_up(
    wish: Callable[[User], object],
) -> None:
    actor, game = staff(), game_with_a_miss()
    marit = user_at(game, 0)
    written = reply_addresses.reply_address_for(marit, hand_of(game))
    done = taken_back(actor, game, 2)
    wish(marit)
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    row = reply_addresses.address_named(written)
    assert row is None or not reply_addresses.is_good(row)


def test_once_a_hand_is_turned_it_cannot_be_put_back() -> None:
    actor, game = staff(), game_with_a_miss()
    done = taken_back(actor, game, 2)
    bid_all(game)

    with pytest.raises(Refused, match="cannot_undo"):
        execution.undo(actor, done.entry.number, CommandInput("asked"))


def test_only_the_last_of_several_is_put_back() -> None:
    """Else what was answered since the first would be gone, and nobody could undo the last."""
    actor, game = staff(), game_with_a_miss()
    first = taken_back(actor, game, 2)
    bid_all(game)
    last = taken_back(actor, game, 2)
    with pytest.raises(Refused, match="cannot_undo"):
        execution.undo(actor, first.entry.number, CommandInput("asked"))
    execution.undo(actor, last.entry.number, CommandInput("asked"))
    assert fresh(game).hand_number == 3


def test_those_within_each_other_are_put_back_one_by_one() -> None:
    actor, game = staff(), game_with_a_miss()
    done = [taken_back(actor, game, number) for number in (3, 2)]
    for each in reversed(done):
        execution.undo(actor, each.entry.number, CommandInput("asked"))
    assert fresh(game).hand_number == 4


def test_misses_banks_and_records_are_those_of_then() -> None:
    actor = staff()
    users = players()
    game = game_with_a_miss(users, hours=12, bank=48, most=72)
    late = Seat.objects.get(game=game, index=2)
    assert (late.misses, reliability.habits([users[2].pk])[users[2].pk].hands) == (1, 3)
    taken_back(actor, game, 1)
    late.refresh_from_db()

    assert (late.misses, late.misses_in_row, late.bank_seconds) == (0, 0, None)
    assert reliability.habits([users[2].pk])[users[2].pk].hands == 0


def test_a_bank_is_what_it_was() -> None:
    game = running(players(), hours=12, bank=48, most=72)
    bid_all(game)
    banks = list(game.seats.order_by("index").values_list("bank_seconds", flat=True))
    bid_all(game)
    bid_all(game)
    taken_back(staff(), game, 2)

    after = list(game.seats.order_by("index").values_list("bank_seconds", flat=True))
    assert after == [min(not_none(bank), 60 * 3600) for bank in banks]


def test_who_took_over_a_seat_does_not_get_what_little_its_former_player_had_left() -> None:
    game = running(players(), hours=12, bank=48, most=72)
    bid(game, user_at(game, 1))
    Seat.objects.filter(game=game, index=1).update(bank_seconds=0)
    bid(game, user_at(game, 0))
    bid(game, user_at(game, 2))
    game = settle(game)
    bid_all(game)
    change(game, 1, "Wim")
    bid_all(game)
    taken_back(staff(), game, 2)

    clock = hand_of(game).clocks.get(seat__index=1)
    assert (clock.user.name, clock.rule["seconds"]) == ("Wim", 48 * 3600)


def test_everybody_is_told_and_asked_again() -> None:
    actor, game = staff(), game_with_a_miss()
    Notice.objects.all().delete()
    done = taken_back(actor, game, 2)

    kinds = Notice.objects.values_list("kind", "recipient__name")
    everybody = ("Marit", "Joost", "Aoife")
    for kind in ("moderated", "your_move"):
        assert {(kind, name) for name in everybody} <= set(kinds)
    assert ("moderated", "Joost") in done.effect.letters


def test_what_happens_anew_is_shown_as_new() -> None:
    game = game_with_a_miss()
    game.seats.update(looked_at_hand=game.hand_number - 1)
    taken_back(staff(), game, 2)
    assert set(game.seats.values_list("looked_at_hand", flat=True)) == {1}


def test_the_log_keeps_what_is_void_and_says_so() -> None:
    game = game_with_a_miss()
    taken_back(staff(), game, 2)

    kinds = game.log.order_by("number").values_list("kind", "hand_number")
    assert list(kinds)[-4:] == [("hand", 1), ("undone", 2), ("undone", 3), ("taken_back", 2)]
    assert not_none(LogEntry.objects.filter(kind="undone").first()).data["was"] == "hand"


def test_only_a_hand_that_is_turned_can_be_gone_back_to() -> None:
    actor, game = staff(), game_with_a_miss()
    for number in (0, 4, 5):
        with pytest.raises(Refused, match="no_such_hand"):
            taken_back(actor, game, number)


def test_a_game_that_cannot_be_worked_out_again_is_left_alone() -> None:
    actor, game = staff(), game_with_a_miss()
    state = game_secrets.open_state(game)
    game_secrets.keep_state(
        game, state._replace(belts=tuple(reversed(state.belts)), tides=(1, 2, 3))
    )
    game.save()

    with pytest.raises(Refused, match="not_replayable"):
        taken_back(actor, game, 2)
    assert not ModerationEntry.objects.exists()


def test_what_was_done_out_of_turn_since_is_void_too() -> None:
    """The Lighthouse of a side is unused again."""
    users = players()
    game = play_on(running(users, ruleset="rowboat", options={"misplays": True}), 7, seed=2)
    rules = ruleset(game.ruleset)
    seat, act = next(
        (index, possible[0])
        for index in range(3)
        if (possible := rules.asides(game_secrets.open_state(game), index))
    )
    number = game.hand_number
    before = game_secrets.open_state(game)
    asides.do_aside(users[seat], game.code, act)
    assert game_secrets.open_state(fresh(game)) != before
    game = play_on(game, 1, seed=1)
    taken_back(staff(), game, number)

    assert game_secrets.open_state(fresh(game)) == before
    assert not fresh(game).asides.exists()


def test_bids_of_then_place_themselves_no_more() -> None:
    game = game_with_a_miss()
    taken_back(staff(), game, 2)

    with pytest.raises(Refused, match="future_hand"):
        bidding.place_bid(user_at(game, 0), game.code, 4, "1", via="page")


def held(game: Game, index: int) -> list[tuple[str, int, int | None]]:
    rows = SeatTenure.objects.filter(seat__game=game, seat__index=index).order_by("pk")
    return list(rows.values_list("user__name", "from_hand", "until_hand"))


def change(game: Game, index: int, name: str) -> None:
    """Whoever sits there leaves, and somebody else takes the seat."""
    absence.leave(user_at(game, index), game.code)
    substitutes.take(person(name), game.code, index)


def test_who_sat_when_follows_what_is_void_and_what_counts_again() -> None:
    actor, game = staff(), play_on(running(players()), 3, seed=1)
    first = user_at(game, 1).name
    change(game, 1, "Wim")
    game = play_on(game, 2, seed=2)
    change(game, 1, "Lotte")
    game = play_on(game, 2, seed=3)
    before = held(game, 1)
    assert before == [(first, 1, 3), ("Wim", 4, 5), ("Lotte", 6, None)]

    done = taken_back(actor, game, 2)
    assert held(game, 1) == [(first, 1, 1), ("Wim", 4, 0), ("Lotte", 2, None)]
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert held(game, 1) == before

    done = taken_back(actor, game, 5)
    assert held(game, 1) == [(first, 1, 3), ("Wim", 4, 4), ("Lotte", 5, None)]
    change(game, 1, "Piet")
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert held(game, 1) == [*before[:2], ("Lotte", 6, 7), ("Piet", 8, None)]


def test_the_same_bid_with_the_same_key_counts_in_the_hand_that_opens_again() -> None:
    users, game = table_of(3)
    sent = partial(bidding.place_bid, users[0], game.code, 1, legal(game, 0)[0], via="api", key="k")
    first = sent()
    bid_all(game)
    assert sent() == first, "its response may have been lost"
    taken_back(staff(), game, 1)
    again = sent()
    assert Bid.objects.get(hand=hand_of(game)).digest == again.digest != first.digest
    assert sent() == again


def test_it_counts_as_well_where_a_plan_has_answered_that_hand_meanwhile() -> None:
    users, game = table_of(3)
    sent = partial(bidding.place_bid, users[0], game.code, 1, legal(game, 0)[0], via="api", key="k")
    first = sent()
    bid_all(game)
    plans.write(users[0], game.code, "next: highest")
    taken_back(staff(), game, 1)
    assert hand_of(game).bids.filter(via=Bid.Via.PLAN).exists()
    again = sent()
    assert Bid.objects.get(hand=hand_of(game)).digest == again.digest != first.digest


def test_once_put_back_nobody_has_a_clock_beside_the_answer_of_a_bot() -> None:
    actor, game = staff(), game_with_a_miss()
    marit = user_at(game, 0)
    absence.pass_to_bot(marit, game.code)
    absence.back(marit, game.code)
    done = execution.carry_out(actor, "take_back", game.code, CommandInput("defect", hand=2))
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    bid(game, marit, legal(game, 0)[3])
    assert not hand_of(game).clocks.filter(user=marit, given_up=False).exists()
