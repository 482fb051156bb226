"""Tables with the same deals: laid and filled side by side, begun together, over together."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people import own_bots
from games import game_secrets, selectors
from games.mail import changes
from games.models import Game, RatingStep, Record, Seat
from games.refusals import Refused
from games.selectors.results.duplicates import comparison_of, same_deals_of
from games.services import sweep
from games.services.hands import vacant_seats
from games.services.lobby import invitations, tables
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import carry_out
from games.services.results import duplicates
from games.services.seats import absence, substitutes, votes
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.all_games import SMALLEST
from tests.games.duplicates.making import HERE, THERE, WORDS, begun, created
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import bid, bid_all, fresh, hand_of, legal, person, user_at
from tests.games.services.sitting import at_once
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SLUGS = SMALLEST


def play_out_high(game: Game, user: User) -> None:
    """Plays to the end, this person always the highest and everybody else the lowest."""
    seat = game.seats.get(user=user)
    while fresh(game).state == Game.State.RUNNING:
        hand = hand_of(game)
        for index in hand.awaiting if hand.state == "open" else ():
            answers = legal(game, index)
            holder = user_at(game, index)
            bid(game, holder, answers[-1 if index == seat.index else 0])
        sweep.sweep()


def state(game: Game) -> object:
    return game_secrets.open_state(fresh(game))


@pytest.mark.parametrize("slug", SLUGS)
def test_all_begin_together_with_the_same_cards(slug: str) -> None:
    maker = person("Marit")
    both = created(maker, ruleset=slug, seats=SLUGS[slug])
    for name, game in [
        *((name, both[0]) for name in HERE[1 : SLUGS[slug]]),
        *((name, both[1]) for name in THERE[: SLUGS[slug]]),
    ]:
        assert {fresh(each).state for each in both} == {"open"}, "None begins before all are full."
        tables.join(person(name), game.code, entropy=WORDS[name])

    assert {fresh(each).state for each in both} == {"running"}
    assert state(both[0]) == state(both[1])
    assert both[0].commitment == both[1].commitment


def test_every_record_verifies_and_holds_the_words_of_all() -> None:
    both, *_people = begun()
    for game in both:
        fast_forward(game)
    sweep.sweep()

    records = [Record.objects.get(game=game).data for game in both]
    for record in records:
        assert all_passed(verify(record))
        assert record["duplicate"] == [game.code for game in both]
        assert [json.loads(words) for words in record["entropies"]] == [
            [WORDS[here], WORDS[there]] for here, there in zip(HERE, THERE, strict=True)
        ]
    assert records[0]["shuffles"][0] == records[1]["shuffles"][0]
    assert records[0]["seed"] == records[1]["seed"]


def test_nobody_sits_at_two_of_them() -> None:
    maker = person("Marit")
    both = created(maker)
    with pytest.raises(Refused, match="at_sister"):
        tables.join(maker, both[1].code)

    tables.leave(maker, tables.join(person("Joost"), both[0].code).code)
    tables.join(maker, both[1].code)
    assert fresh(both[1]).seats.get(index=0).user == maker, "Before the start nobody knows a card."


def test_an_owner_and_their_bot_do_not_sit_at_two_of_them() -> None:
    marit, ute = person("Marit"), person("Ute")
    both = created(marit)
    kraken, texel = (own_bots.make(ute, name)[0].user for name in ("Kraken", "Texel"))
    with pytest.raises(Refused, match="at_sister"):
        tables.join(own_bots.make(marit, "Otter")[0].user, both[1].code)

    invitations.keep_seat(marit, both[0].code, ute)
    tables.join(kraken, both[1].code)
    assert not Seat.objects.filter(kept_for=ute).exists(), "Nobody could take it any more."
    with pytest.raises(Refused, match="at_sister"):
        tables.join(ute, both[0].code)
    with pytest.raises(Refused, match="not_invitable"):
        invitations.keep_seat(marit, both[0].code, ute)
    tables.join(texel, both[0].code)  # as in a tournament that somebody holds of their own bots


def test_no_seat_is_kept_for_who_sits_at_the_other_one() -> None:
    """Nobody could ever take it, and so neither table would be full."""
    marit, ute, joost = person("Marit"), person("Ute"), person("Joost")
    both = created(marit)
    tables.join(ute, both[1].code)
    invitations.keep_seat(marit, both[0].code, joost)
    invitations.keep_seat(ute, both[1].code, joost)
    tables.join(joost, both[0].code)
    assert not Seat.objects.filter(kept_for=joost).exists()
    with pytest.raises(Refused, match="not_invitable"):
        invitations.keep_seat(ute, both[1].code, joost)


def test_who_left_a_running_table_is_put_on_no_other() -> None:
    both, here, there = begun()
    chief, helper = staff("Hedda", "chief"), staff("Jelle", "helper")
    reason: dict[str, Any] = {"reason": "asked", "text": ""}
    person("Wim")
    carry_out(chief, "replace", both[0].code, CommandInput(seat=1, person="Wim", **reason))
    for name, code in (
        (here[1].name, "person_knows_deals"),
        (there[0].name, "person_seated"),
        (helper.name, "person_sees_tables"),
    ):
        with pytest.raises(Refused, match=code):
            carry_out(chief, "replace", both[1].code, CommandInput(seat=1, person=name, **reason))


def test_who_leaves_is_waited_for_since_nobody_else_may_take_the_seat() -> None:
    both, here, _there = begun()
    for _again in range(2):
        absence.leave(here[1], both[0].code)
    seat = both[0].seats.get(index=1)
    assert (seat.user, seat.absence) == (here[1], Seat.Absence.BOT)
    kinds = both[0].log.filter(kind__in=("offered", "bot")).values_list("kind", flat=True)
    assert list(kinds) == ["bot"]
    absence.back(here[1], both[0].code)
    assert both[0].seats.get(index=1).absence == ""


def test_a_seat_that_missed_too_many_hands_is_not_offered_either() -> None:
    both, _here, _there = begun(offer=1)
    both[0].seats.filter(index=1).update(misses_in_row=1)
    assert vacant_seats.after_misses(both[0])
    assert both[0].seats.get(index=1).absence == Seat.Absence.BOT
    notice = Notice.objects.get(kind="seat_offered")
    letter = not_none(changes.seat_offered(notice))
    assert "Come back and it is your seat again." in letter.text
    assert "somebody else" not in letter.text


def test_strangers_take_no_seat_while_they_run() -> None:
    both, *_people = begun()
    Seat.objects.filter(game=both[0], index=1).update(absence=Seat.Absence.OFFERED)
    with pytest.raises(Refused, match="duplicate_closed"):
        substitutes.take(person("Wim"), both[0].code, 1)


def test_the_maker_may_give_the_free_seats_to_bots() -> None:
    maker = person("Marit")
    all_three = created(maker, duplicate=3)
    with pytest.raises(Refused, match="duplicate_full"):
        tables.start(maker, all_three[0].code)
    with pytest.raises(Refused, match="duplicate_alone"):
        tables.start(maker, all_three[0].code, fill_with_bots=True)
    tables.join(person("Joost"), all_three[2].code)
    tables.start(maker, all_three[0].code, fill_with_bots=True)

    assert [fresh(game).state for game in all_three] == ["running", "cancelled", "running"]
    assert all_three[0].commitment == all_three[2].commitment


def test_bots_hold_the_same_seats_everywhere() -> None:
    both = created(person("Marit"), bots=1, level=3)
    kept = ("index", "user", "level")
    bots = [list(game.seats.filter(user__kind="bot").values_list(*kept)) for game in both]
    assert bots[0] == bots[1] != []


def test_the_last_person_to_leave_closes_all() -> None:
    maker = person("Marit")
    both = created(maker)
    joost = person("Joost")
    tables.join(joost, both[1].code)
    tables.leave(maker, both[0].code)
    assert {fresh(game).maker for game in both} == {joost}
    tables.leave(joost, both[1].code)
    assert {fresh(game).state for game in both} == {"cancelled"}


def test_a_full_table_that_is_left_alone_begins_by_itself() -> None:
    here = [person(name) for name in HERE]
    both = created(here[0])
    for user in here[1:]:
        tables.join(user, both[0].code)
    tables.join(person("Henning"), both[1].code)
    carry_out(staff(), "cancel", both[1].code, CommandInput("asked"))
    left = fresh(both[0])
    assert (left.state, left.duplicate, left.closed) == ("running", None, False)
    over = fast_forward(left, choose=like_bots())
    assert all_passed(verify(selectors.observations.record_of(over)))


def test_one_that_is_left_alone_can_be_filled_with_bots() -> None:
    maker = person("Marit")
    both = created(maker)
    tables.join(person("Henning"), both[1].code)
    carry_out(staff(), "cancel", both[1].code, CommandInput("asked"))
    tables.start(maker, both[0].code, fill_with_bots=True)
    assert fresh(both[0]).state == "running"


def test_two_that_are_left_begin_together_once_they_are_full() -> None:
    here, there = [person(name) for name in HERE], [person(name) for name in THERE]
    three = created(here[0], duplicate=3)
    for users, table in ((here[1:], three[0]), (there, three[1])):
        for user in users:
            tables.join(user, table.code)
    carry_out(staff(), "cancel", three[2].code, CommandInput("asked"))
    left = [fresh(game) for game in three[:2]]
    assert [(game.state, game.closed) for game in left] == [("running", True)] * 2
    assert left[0].commitment == left[1].commitment


@pytest.mark.parametrize("count", [0, 5, -1])
def test_how_many_tables_there_can_be(count: int) -> None:
    with pytest.raises(Refused, match="bad_duplicate"):
        created(person("Marit"), duplicate=count)


def test_they_are_compared_when_the_last_is_over() -> None:
    both, here, there = begun()
    fast_forward(both[0])
    sweep.sweep()
    assert not Record.objects.exists()
    assert not RatingStep.objects.exists(), "A figure that moved would tell how it went."
    assert not Notice.objects.filter(kind="comparison").exists()
    with pytest.raises(Refused, match="duplicate_closed"):
        comparison_of(fresh(both[0]))

    play_out_high(both[1], there[1])
    sweep.sweep()
    assert Record.objects.count() == 2
    assert RatingStep.objects.count() == 6
    told = Notice.objects.filter(kind="comparison", channel="mail").values_list("recipient__name")
    assert {name for (name,) in told} == {user.name for user in (*here, *there)}
    rows = comparison_of(fresh(both[1])).rows
    scores = [not_none(fresh(game).outcome)["scores"] for game in both]
    for seat, row in enumerate(rows):
        assert [held.mark.points for held in row] == [scores[0][seat], scores[1][seat]]
        assert row[0].mark.difference == -row[1].mark.difference
    differences = [held.mark.difference for row in rows for held in row]
    assert any(differences), "Who played otherwise made something else of the same cards."
    assert duplicates.settle() == 0, "Once is enough."


def test_who_sat_at_one_that_never_began_may_sit_at_the_others() -> None:
    """No card was dealt there, so that they know none."""
    marit, joost, ute = person("Marit"), person("Joost"), person("Ute")
    three = created(marit, duplicate=3)
    for user in (joost, ute):
        tables.join(user, three[2].code)
    chief = staff("Hedda", "chief")
    carry_out(chief, "cancel", three[2].code, CommandInput("asked"))
    assert same_deals_of(fresh(three[0])) == three[:2]
    assert not selectors.access.sits_at_same_deals(three[0], joost)
    tables.join(joost, three[0].code)
    invitations.keep_seat(joost, three[0].code, ute)
    with pytest.raises(Refused, match="at_sister"):
        tables.join(joost, three[1].code)


def test_a_cancelled_table_leaves_nothing_to_compare() -> None:
    both, _here, there = begun()
    for user in there:
        votes.vote(user, both[1].code, "cancel")
    assert not Record.objects.exists(), "Its deck is that of the table which is still played."
    with pytest.raises(Refused, match="duplicate_closed"):
        selectors.observations.record_of(fresh(both[1]))
    fast_forward(both[0])
    sweep.sweep()
    assert Record.objects.filter(game=both[0]).exists()
    assert not fresh(both[0]).closed
    record = selectors.observations.record_of(fresh(both[1]))
    assert record["ended"] == "cancelled"
    assert all_passed(verify(record))
    with pytest.raises(Refused, match="no_duplicate"):
        comparison_of(fresh(both[0]))


def test_one_that_was_ended_as_it_stood_is_not_compared() -> None:
    both, *_people = begun()
    bid_all(both[0])
    carry_out(staff("Hedda", "chief"), "end", both[0].code, CommandInput(reason="asked"))
    assert not Record.objects.exists()
    fast_forward(both[1])
    sweep.sweep()
    assert "outcome" not in Record.objects.get(game=both[0]).data
    with pytest.raises(Refused, match="no_duplicate"):
        comparison_of(fresh(both[1]))
    told = Notice.objects.filter(kind="comparison", channel="mail")
    assert set(told.values_list("recipient__name", flat=True)) == {*HERE, *THERE}
    for notice in told:
        text = " ".join(not_none(changes.comparison(notice)).text.split())
        assert "everything is revealed now. There is nothing to compare" in text


def test_taking_back_deals_no_other_cards() -> None:
    both, *_people = begun()
    before = state(both[0])
    bid_all(both[0])
    bid_all(both[0])
    carry_out(
        staff("Hedda", "chief"), "take_back", both[0].code, CommandInput(reason="asked", hand=1)
    )
    assert state(both[0]) == before == state(both[1])


@pytest.mark.django_db(transaction=True)
def test_the_last_two_sit_down_at_once_at_either_table() -> None:
    maker = person("Marit")
    both = created(maker, seats=2, ruleset="rowboat")
    tables.join(person("Joost"), both[1].code)
    last = [(person("Aoife"), both[0]), (person("Ute"), both[1])]
    work: list[Callable[[], object]] = [
        partial(tables.join, user, game.code) for user, game in last
    ]
    at_once(*work)
    assert {fresh(game).state for game in both} == {"running"}
    assert state(both[0]) == state(both[1])


def test_bots_play_on_where_everybody_has_left_so_that_the_other_table_can_be_seen() -> None:
    (here, there), _users, gone = begun()
    fast_forward(here)
    for user in gone:
        absence.leave(user, there.code)
    for _again in range(200):  # a sweep turns so many hands at once
        if fresh(there).state == Game.State.OVER:
            break
        sweep.sweep()
    assert fresh(there).state == Game.State.OVER
    sweep.sweep()
    assert not fresh(here).closed


@pytest.mark.parametrize("days", [1, 40])
def test_that_tables_can_be_compared_is_told_also_where_one_ended_long_ago(days: int) -> None:
    (here, there), users, _others = begun()
    fast_forward(here)
    Game.objects.filter(pk=here.pk).update(ended_at=timezone.now() - timedelta(days=days))
    fast_forward(there)
    for _again in range(2):
        sweep.sweep()
    told = Notice.objects.filter(kind="comparison", facts__game=here.pk)
    assert set(told.values_list("recipient", flat=True)) == {user.pk for user in users}
