"""A game from the empty table to its record, through the services."""

import json
from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Notice
from games import fairness, game_secrets, selectors, visibility
from games.models import Bid, Game, Hand, LogEntry
from games.rules.registry import ruleset
from games.services.lobby import tables
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, people, person, play_out, running
from tests.module_fixtures import kept
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_a_game_of_five_runs_to_its_end_and_leaves_a_record() -> None:
    _leaves_all(play_out(fast_forward(running(people(5)), "last")), 5)


def _leaves_all(game: Game, seats: int) -> None:
    assert game.state == Game.State.OVER
    assert game.outcome == selectors.observations.record_of(game)["outcome"]
    assert game.stages.count() == seats
    assert not game.hands.exclude(state=Hand.State.RESOLVED).exists()


def test_the_record_replays_to_the_same_outcome() -> None:
    game = fast_forward(running(people(3), options={"taker_chooses": True, "cascade": False}))
    record = selectors.observations.record_of(game)
    rules = ruleset(record["game"])
    state = rules.start(record["seats"], record["options"])
    shuffles, hands = iter(record["shuffles"]), iter(record["hands"])
    while rules.outcome(state) is None:
        if rules.shuffle_needed(state) is not None:
            state = rules.shuffled(state, next(shuffles))
        else:
            bids = {int(seat): text for seat, text in next(hands).items()}
            state = rules.resolve(state, bids).state

    assert not_none(rules.outcome(state)).as_json() == record["outcome"]
    assert next(shuffles, None) is next(hands, None) is None


@pytest.fixture(scope="module")
def over(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    """A game of three that the services have played from the first hand to the last.

    It is there while the other tests of this file run, in whatever order: so its people have
    names of their own.
    """
    players = ("Wiebke", "Fenna", "Tjark")
    yield from kept(django_db_blocker, lambda: play_out(running([person(n) for n in players])))


def test_a_game_leaves_points_and_a_record(over: Game) -> None:
    _leaves_all(over, 3)


def test_the_deck_follows_from_the_committed_secret(over: Game) -> None:
    game = fresh(over)
    record = selectors.observations.record_of(game)
    secret = bytes.fromhex(record["secret"])
    seed = fairness.seed(secret, record["entropies"])

    assert fairness.commitment(secret) == record["commitment"] == game.commitment
    assert record["shuffles"][0] == fairness.shuffled(list(range(1, 61)), seed, 1)


def test_every_receipt_is_the_digest_of_what_was_opened(over: Game) -> None:
    game = fresh(over)

    for bid in Bid.objects.filter(hand__game=game).select_related("hand", "seat"):
        assert bid.digest == fairness.receipt(
            game.code,
            bid.hand.number,
            bid.seat.index,
            not_none(bid.opened)["notation"],
            not_none(bid.opened)["salt"],
        )


def test_bots_answer_as_a_hand_opens_and_only_the_person_is_waited_for() -> None:
    user = person("Ute")
    game = fresh(tables.play_now(user))
    hand = game.hands.get(number=1)

    assert [not_none(seat.user).is_bot for seat in game.seats.order_by("index")] == [
        False,
        True,
        True,
        True,
    ]
    assert visibility.seats_in(hand) == [1, 2, 3]
    assert hand.state == Hand.State.OPEN
    assert play_out(fast_forward(game, "last")).state == Game.State.OVER


def test_the_log_counts_without_gaps(over: Game) -> None:
    game = fresh(over)
    numbers = list(game.log.order_by("number").values_list("number", flat=True))

    assert numbers == list(range(1, game.log_length + 1))
    kinds = LogEntry.objects.filter(game=game).values_list("kind", flat=True)
    assert {"made", "joined", "started", "hand", "over"} == set(kinds)


def test_no_card_and_no_secret_stands_in_the_outbox(over: Game) -> None:
    """Facts are ids and numbers of places: nothing else, whatever the game."""
    secret = game_secrets.open_secret(fresh(over)).hex()
    told = Notice.objects.all()
    assert len(told) > 40
    known = {"game", "seat", "hand", "since", "stage", "ended", "invitation"}
    for notice in told:
        assert set(notice.facts) <= known
        assert all(isinstance(value, int) for value in notice.facts.values())
        assert secret not in json.dumps(notice.facts) + notice.event
