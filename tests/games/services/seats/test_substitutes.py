"""Somebody takes an offered seat: once, with a full clock, and with nothing of who left."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people import own_bots
from games import links, reliability
from games.models import Bid, Game, Record, Seat, SeatClock, SeatTenure
from games.refusals import Refused
from games.selectors.people import export
from games.services import sweep
from games.services.hands import bidding, plan_rehearsal, plans
from games.services.seats import absence, substitutes
from games.verification import all_passed, verify
from tests.games.fast_forward import fast_forward
from tests.games.making import (
    begun,
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    person,
    running,
)
from tests.games.services.sitting import at_once, entries, miss, seat
from tests.narrowing import not_none
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users: list[User]) -> Game:
    """Aoife's seat is offered, in the third hand."""
    return again(_offered, users)


def _offered(users: list[User]) -> Game:
    game = running(users)
    miss(game, 2)
    miss(game, 2)
    return game


def test_who_takes_it_has_a_full_clock_and_answers_for_himself(game: Game) -> None:
    wim = person("Wim")
    opened = hand_of(game).opened_at
    substitutes.take(wim, game.code, 2, policy="median")

    taken = seat(game, 2)
    assert (taken.user, taken.absence, taken.policy) == (wim, "", "median")
    assert (taken.misses, taken.misses_in_row) == (0, 0)
    assert not hand_of(game).bids.filter(seat=taken).exists(), "The bot's answer is taken back."
    clock = hand_of(game).clocks.get(user=wim)
    assert clock.deadline >= opened + timedelta(hours=24)
    assert hand_of(game).deadline >= clock.deadline
    assert entries(game, "taken") == [{"seat": 2, "name": "Wim", "before": "Aoife"}]
    bid(game, wim, legal(game, 2)[4])
    for other in game.seats.filter(index__in=(0, 1)):
        bid(game, not_none(other.user))
    sweep.sweep()
    assert fresh(game).hand_number == 4


def test_the_tenures_say_who_held_it_from_which_hand_to_which(game: Game) -> None:
    substitutes.take(person("Wim"), game.code, 2)
    rows = SeatTenure.objects.filter(seat__game=game, seat__index=2).order_by("pk")
    assert list(
        rows.values_list("user__name", "from_hand", "until_hand", "substitute", "misses")
    ) == [("Aoife", 1, 2, False, 2), ("Wim", 3, None, True, 0)]


def test_nothing_of_who_left_counts_for_the_substitute(game: Game, users: list[User]) -> None:
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    miss(game, 2)
    habits = reliability.habits([wim.pk, users[2].pk])
    assert (habits[wim.pk].hands, habits[wim.pk].in_time) == (1, 0)
    assert (habits[users[2].pk].hands, habits[users[2].pk].in_time) == (2, 0)
    assert seat(game, 2).misses == 1


def test_what_was_sealed_before_leaving_is_not_his(users: list[User]) -> None:
    game = begun(users)
    bid(game, users[2], legal(game, 2)[7])
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    assert not Bid.objects.filter(seat__index=2).exists()
    bid(game, wim)
    for user in users[:2]:
        bid(game, user)
    sweep.sweep()
    counted = SeatClock.objects.filter(hand__number=1, counted=True)
    assert set(counted.values_list("user__name", flat=True)) == {"Marit", "Joost", "Aoife", "Wim"}


def test_a_withdrawn_bid_has_no_receipt_for_who_has_the_seat_again(users: list[User]) -> None:
    game, wim = running(users), person("Wim")
    bidding.place_bid(users[2], game.code, 1, legal(game, 2)[0], via="api", key="k")
    for leaves, comes in ((users[2], wim), (wim, users[2])):
        absence.leave(leaves, game.code)
        substitutes.take(comes, game.code, 2)
    assert not hand_of(game).bids.exists()
    again_sent = bidding.place_bid(users[2], game.code, 1, legal(game, 2)[0], via="api", key="k")
    assert hand_of(game).bids.get().digest == again_sent.digest


def test_a_hand_that_is_being_turned_is_left_alone(users: list[User]) -> None:
    game = begun(users)
    absence.leave(users[2], game.code)
    bid(game, users[0])
    bid(game, users[1])
    substitutes.take(person("Wim"), game.code, 2)
    assert hand_of(game).bids.count() == 3
    assert seat(game, 2).tenures.get(until_hand=None).from_hand == 2


def test_letters_go_to_all_and_a_briefing_to_him(game: Game, users: list[User]) -> None:
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    told = set(
        Notice.objects.filter(channel="mail", kind="seat_taken").values_list(
            "recipient__name", flat=True
        )
    )
    assert told == {"Marit", "Joost", "Aoife"}
    assert Notice.objects.get(channel="mail", kind="briefing").recipient == wim
    assert SeatClock.objects.exclude(remind_at=None).filter(user=wim).count() == 1


def test_twice_is_once(game: Game) -> None:
    wim = person("Wim")
    for _twice in range(2):
        substitutes.take(wim, game.code, 2)
    assert len(entries(game, "taken")) == 1


def test_once_it_is_taken_its_person_cannot_come_back(game: Game, users: list[User]) -> None:
    substitutes.take(person("Wim"), game.code, 2)
    with pytest.raises(Refused, match="not_seated"):
        absence.back(users[2], game.code)
    with pytest.raises(Refused, match="not_seated"):
        bid(game, users[2], "44")


def test_who_knows_cards_of_this_game_takes_no_other_seat(game: Game, users: list[User]) -> None:
    substitutes.take(person("Wim"), game.code, 2)
    absence.leave(users[0], game.code)
    with pytest.raises(Refused, match="sat_elsewhere"):
        substitutes.take(users[2], game.code, 0)
    with pytest.raises(Refused, match="already_seated"):
        substitutes.take(users[1], game.code, 0)


def test_a_bot_takes_no_seat_where_its_owner_knows_cards(game: Game, users: list[User]) -> None:
    kraken = own_bots.make(users[0], "Kraken")[0].user
    with pytest.raises(Refused, match="sat_elsewhere"):
        substitutes.take(kraken, game.code, 2)
    absence.leave(users[0], game.code)
    with pytest.raises(Refused, match="sat_elsewhere"):
        substitutes.take(kraken, game.code, 2)
    substitutes.take(kraken, game.code, 0)
    assert seat(game, 0).user == kraken, "Its owner has seen these cards only."


def test_an_owner_takes_no_seat_where_a_bot_of_theirs_knows_cards(
    game: Game, users: list[User]
) -> None:
    wim = person("Wim")
    kraken, texel = (own_bots.make(wim, name)[0].user for name in ("Kraken", "Texel"))
    substitutes.take(kraken, game.code, 2)
    absence.leave(users[0], game.code)
    for user in (wim, texel):
        with pytest.raises(Refused, match="sat_elsewhere"):
            substitutes.take(user, game.code, 0)
    absence.leave(kraken, game.code)
    substitutes.take(wim, game.code, 2)
    assert seat(game, 2).user == wim


def test_who_left_may_take_the_same_seat_again(game: Game, users: list[User]) -> None:
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    absence.leave(wim, game.code)
    substitutes.take(users[2], game.code, 2)
    assert seat(game, 2).user == users[2]
    assert seat(game, 2).tenures.count() == 3


def test_what_is_not_offered_cannot_be_taken(game: Game, users: list[User]) -> None:
    absence.pass_to_bot(users[1], game.code)
    for index, code in ((0, "not_offered"), (1, "not_offered"), (7, "no_seat")):
        with pytest.raises(Refused, match=code):
            substitutes.take(person(f"Wim{index}"), game.code, index)
    with pytest.raises(Refused, match="bad_policy"):
        substitutes.take(person("Ebba"), game.code, 2, policy="best")


def test_a_table_by_link_asks_for_it(users: list[User]) -> None:
    game = begun(users, visibility="link")
    absence.leave(users[2], game.code)
    wim = person("Wim")
    with pytest.raises(Refused, match="unknown_game"):
        substitutes.take(wim, game.code, 2)
    substitutes.take(wim, game.code, 2, link=links.link_token(game))
    assert seat(game, 2).user == wim


def test_he_begins_with_a_full_bank(users: list[User]) -> None:
    game = begun(users, hours=12, bank=48, most=48)
    absence.leave(users[2], game.code)
    game.seats.filter(index=2).update(bank_seconds=60)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    clock = hand_of(game).clocks.get(user=wim)
    assert clock.rule["seconds"] == 48 * 3600


def test_the_record_names_who_sat_there(users: list[User]) -> None:
    game = begun(users)
    bid_all(game)
    absence.leave(users[2], game.code)
    substitutes.take(person("Wim"), game.code, 2)
    fast_forward(game)
    record = Record.objects.get(game=game).data
    assert record["players"] == ["Marit", "Joost", "Aoife"]  # at the start, which binds them
    assert record["substitutes"] == [
        {"seat": 2, "name": "Aoife", "from_hand": 1, "until_hand": 1},
        {"seat": 2, "name": "Wim", "from_hand": 2, "until_hand": None},
    ]
    assert all_passed(verify(record))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_nudges")
@pytest.mark.parametrize("turn", range(3))
def test_of_two_who_take_it_at_once_one_has_it(turn: int, users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    comers = [person("Wim"), person("Ebba"), person("Jelle")]
    found = at_once(*(_taking(user, game) for user in comers))

    refused = [one for one in found if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["not_offered"] * 2
    assert seat(game, 2).user in comers
    assert len(entries(game, "taken")) == 1
    assert SeatTenure.objects.filter(seat__index=2, until_hand=None).count() == 1
    assert hand_of(game).clocks.filter(seat__index=2, given_up=False).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_nudges")
@pytest.mark.parametrize("turn", range(3))
def test_coming_back_and_taking_at_once(turn: int, users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    found = at_once(_taking(wim, game), lambda: absence.back(users[2], game.code))

    codes = [one.code if isinstance(one, Refused) else "" for one in found]
    sitting = seat(game, 2)
    assert (codes, sitting.user) in (
        (["", "not_seated"], wim),
        (["not_offered", ""], users[2]),
    )
    assert sitting.absence == ""
    assert len(entries(game, "taken")) + len(entries(game, "returned")) == 1
    assert Seat.objects.filter(game=game, user=None).count() == 0


def _taking(user: User, game: Game) -> Callable[[], object]:
    return lambda: substitutes.take(user, game.code, 2)


def test_a_clock_that_begins_now_is_measured_from_now(game: Game) -> None:
    hand = hand_of(game)
    hand.opened_at = timezone.now() - timedelta(hours=20)
    hand.save()
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    bid(game, wim)
    assert not_none(hand_of(game).clocks.get(user=wim).took_seconds) < 60


def test_what_he_takes_along_holds_no_answer_of_who_sat_there_before(users: list[User]) -> None:
    game = begun(users)
    bid_all(game)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    (seat_of,) = export.everything(wim)["games"]
    assert seat_of["answers"] == []
    assert [clock["hand__number"] for clock in seat_of["clocks"]] == [2]


def test_a_plan_is_tried_on_the_hands_that_its_author_played(game: Game, users: list[User]) -> None:
    """A secret phase stays secret from whoever comes later."""
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    plan = plans.read(game.ruleset, "always: lowest")
    assert plan_rehearsal.rehearse(fresh(game), seat(game, 2), plan).past == []
    bid_all(game)
    rehearsed = plan_rehearsal.rehearse(fresh(game), seat(game, 2), plan)
    assert [tried.hand for tried in rehearsed.past] == [3]
    before = plan_rehearsal.rehearse(fresh(game), seat(game, 0), plan)
    assert [tried.hand for tried in before.past] == [1, 2, 3]


def test_who_left_a_seat_has_what_was_theirs_in_their_export(game: Game, users: list[User]) -> None:
    before = [entry["answer"] for entry in export.everything(users[2])["games"][0]["answers"]]
    wim, words = person("Wim"), seat(game, 2).entropy
    substitutes.take(wim, game.code, 2)
    bid_all(game)

    theirs, now = export.everything(users[2]), export.everything(wim)
    (left,) = theirs["games_left"]
    assert not theirs["games"]
    assert (left["code"], left["seat"], left["misses"]) == (game.code, 2, 2)
    assert (left["from_hand"], left["until_hand"]) == (1, 2)
    assert [entry["answer"] for entry in left["answers"]] == before[:2]
    assert [clock["hand__number"] for clock in left["clocks"]][:2] == [1, 2]
    assert left["words_for_the_deck"] == words
    assert not now["games"][0]["words_for_the_deck"]
    assert not now["games_left"]
