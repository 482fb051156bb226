"""Bots of a level search in a queue of their own, and no table waits for them for long."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import bots as players
from games import game_secrets
from games.bots import levels
from games.catalogue import GAMES
from games.models import Aside, Bid, Game, Hand, Seat
from games.refusals import Refused
from games.rules.registry import ruleset
from games.services import sweep, wake_workers
from games.services.hands import asides, bot_answers, bot_thinking
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.making import (
    bid,
    fresh,
    hand_of,
    person,
    settle,
)
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SOON = timedelta(seconds=3)


def created(user: User, level: int | None = 8, **wish: Any) -> Game:
    fields: dict[str, Any] = {"name": "Amrum", "seats": 4, "bots": 3, "level": level, **wish}
    return fresh(tables.make_table(user, TableSettings(**fields)))


def later(hand: Hand, by: timedelta) -> None:
    """Time goes by for the bots of this hand."""
    Hand.objects.filter(pk=hand.pk).update(bots_due=not_none(hand.bots_due) - by)


def traces(hand: Hand) -> set[str]:
    return {bid.trace.split(",")[0] for bid in hand.bids.filter(via=Bid.Via.BOT)}


def test_a_hand_opens_without_their_answers_and_a_worker_brings_them() -> None:
    game = created(person())
    hand = hand_of(game)
    assert hand.bids.count() == 0
    assert hand.bots_due is not None
    assert set(game.seats.values_list("level", flat=True)) == {None, 8}

    assert bot_thinking.think(hand.pk)
    assert traces(hand) == {"searched"}
    assert hand.bids.count() == 3
    assert hand_of(game).bots_due is None
    assert not bot_thinking.think(hand.pk), "twice is once"


@pytest.mark.parametrize("took", [0.001, 0.03])
def test_how_long_a_bot_takes_does_not_tell_what_it_had_to_choose_from(
    monkeypatch: pytest.MonkeyPatch, took: float
) -> None:
    """In Rowboat, a hand with a single legal card is one that all others can't see into."""
    game = created(person(), ruleset="rowboat", seats=2, bots=1)
    clock, stored = [0.0], []
    monkeypatch.setattr(bot_thinking, "monotonic", lambda: clock[0])
    monkeypatch.setattr(bot_thinking, "sleep", lambda more: clock.append(clock.pop() + more))
    search, store = levels.answer, bot_thinking._store

    def searched(*question: Any) -> levels.Answer:
        clock[0] += took
        return search(*question)

    def noted(*given: Any) -> bool:
        stored.append(clock[0])
        return store(*given)

    monkeypatch.setattr(levels, "answer", searched)
    monkeypatch.setattr(bot_thinking, "_store", noted)
    for _each in range(40):
        game, hand = fresh(game), hand_of(game)
        before = clock[0]
        if hand.bots_due is not None and hand.state == Hand.State.OPEN:
            assert bot_thinking.think(hand.pk)
            assert stored.pop() - before == pytest.approx(0.08)
        elif hand.state == Hand.State.OPEN:
            owing = game.seats.get(index=hand.awaiting[0])
            assert not owing.by_bot, "each of its answers is searched for, a single legal one too"
            bid(game, not_none(owing.user))
        settle(game)


def test_the_page_says_when_no_level_can_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise ImportError("libblas.so: cannot open")

    bot_answers.note_search.cache_clear()
    user, client = person(), Client()
    client.force_login(user)
    game = tables.make_table(user, TableSettings(name="Fanø", seats=4))
    pages = ["/", "/games/new/?more=1", f"/g/{game.code}/"]
    said = [b"at any level they play like the light one" in client.get(at).content for at in pages]
    assert said == [False] * 3

    with monkeypatch.context() as without:
        without.setattr(levels, "import_module", broken)
        hand = hand_of(created(user))
        assert bot_thinking.think(hand.pk)
    assert traces(hand) == {"light: no engine"}
    said = [b"at any level they play like the light one" in client.get(at).content for at in pages]
    assert said == [True] * 3

    assert bot_thinking.think(hand_of(created(user)).pk)
    assert b"at any level" not in client.get("/").content
    bot_answers.note_search.cache_clear()


def test_where_the_page_remembers_nothing_bots_have_what_it_shows_and_their_notes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = created(person(), seats=3, bots=2, recalls=False)
    given = []
    real = levels.answer

    def noted(*said: Any) -> Any:
        given.append(said)
        return real(*said)

    monkeypatch.setattr(levels, "answer", noted)
    for _hand in range(2):
        hand = hand_of(game)
        assert bot_thinking.think(hand.pk)
        assert traces(hand) == {"searched"}
        bid(fresh(game), not_none(game.maker))
        settle(game)
        game = fresh(game)
    _slug, _level, seen, *_rest = given[-1]
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
    memory = bot_thinking.memory_of(game)
    shown = game_secrets.seen(game, state, 1)
    assert not any(each["played"] for each in shown["seats"])
    assert [len(each["played"]) for each in seen["seats"]] == [1] * 3
    assert bot_thinking.known(game, state, 1, memory) == players.peeked(
        rules, state, rules.observation(state, 1)
    )
    assert bot_thinking.known(game, state, 1, [])["seats"] == shown["seats"], "no notes, no cards"


def test_a_light_bot_has_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    real = players.choose

    def noted(*said: Any) -> Any:
        given.append(said[1])
        return real(*said)

    monkeypatch.setattr(players, "choose", noted)
    game = created(person(), level=None, seats=3, bots=2, recalls=False)
    bid(fresh(game), not_none(game.maker))
    settle(game)
    assert len(given) > 2
    assert not any(each["played"] for seen in given for each in seen["seats"])


def test_no_worker_has_all_its_threads_search(monkeypatch: pytest.MonkeyPatch) -> None:
    again: list[tuple[int, float]] = []
    hand = hand_of(created(person()))
    monkeypatch.setattr(wake_workers, "think", lambda pk, after: again.append((pk, after)))
    with bot_thinking.SEARCH_SLOTS, bot_thinking.SEARCH_SLOTS:
        assert not bot_thinking.think(hand.pk)
    assert again == [(hand.pk, bot_thinking.AGAIN)]
    assert bot_thinking.think(hand.pk), "whoever has ended lets others search"


def test_light_bots_answer_as_ever() -> None:
    hand = hand_of(created(person(), level=None))
    assert hand.bids.count() == 3
    assert hand.bots_due is None
    assert traces(hand) == {""}


def test_when_time_is_up_the_light_answer_serves_and_says_so() -> None:
    hand = hand_of(created(person()))
    assert not bot_thinking.hurry(hand.pk)
    assert hand.bids.count() == 0
    later(hand, timedelta(seconds=61))
    assert not bot_thinking.think(hand.pk), "too late to begin a search"
    assert bot_thinking.hurry(hand.pk)
    assert traces(hand) == {"light: late"}
    assert not bot_thinking.hurry(hand.pk)


def test_a_worker_that_comes_with_little_time_left_does_not_search() -> None:
    hand = hand_of(created(person()))
    later(hand, not_none(hand.bots_due) - timezone.now() - timedelta(seconds=0.5))
    assert bot_thinking.think(hand.pk)
    assert traces(hand) == {"light: late"}


def test_where_many_tables_wait_the_light_answers_serve_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = replace(GAMES["turn-the-tide"], search_seconds={3: 20})  # two of them fit
    monkeypatch.setitem(GAMES, "turn-the-tide", slow)
    first, *urgent, last = [hand_of(created(person(name), seats=3, bots=2)) for name in "ABCD"]
    for hand in urgent:
        later(hand, not_none(hand.bots_due) - timezone.now() - bot_answers.ALONE)
    assert bot_thinking.think(first.pk)
    assert traces(first) == {"light: late"}
    for hand in urgent:
        assert bot_thinking.think(hand.pk)
    assert bot_thinking.think(last.pk)
    assert traces(last) == {"searched"}


@pytest.mark.parametrize(("tables", "searched"), [(1, 3), (3, 9), (6, 6), (12, 6), (100, 0)])
def test_a_hundred_tables_have_their_answers_within_two_seconds(tables: int, searched: int) -> None:
    """One worker, by a clock of its own: a search takes 60 ms, light answers of a table 15."""
    now, found, search = timedelta(), 0, timedelta(milliseconds=80)
    for waiting in range(tables, 0, -1):
        for bots in (3, 2, 1):
            left = bot_answers.ALONE - bot_thinking.MIN_TIME - now
            if not bot_thinking.fits(left, waiting, bots, search):
                break
            now, found = now + timedelta(milliseconds=60), found + 1
        now += timedelta(milliseconds=15)
    assert now < timedelta(seconds=2)
    assert found == searched


def test_more_seats_need_more_time() -> None:
    """Three bots among four have their searches in a time that is too short for four of five."""
    left = timedelta(seconds=0.5)
    three, four = (
        bot_thinking.Question("turn-the-tide", seats, timezone.now(), 1, [], []) for seats in (4, 5)
    )
    assert bot_thinking.fits(left, 1, 3, bot_thinking.search_of(three))
    assert not bot_thinking.fits(left, 1, 4, bot_thinking.search_of(four))


@pytest.mark.parametrize("slug", sorted(levels.BY_GAME))
def test_every_game_that_is_searched_has_its_time(slug: str) -> None:
    assert set(GAMES[slug].search_seconds) == set(ruleset(slug).SEATS)


def test_the_sweep_finds_them_whatever_became_of_every_message() -> None:
    user = person()
    game = created(user)
    hand = hand_of(game)
    later(hand, timedelta(seconds=61))
    sweep.sweep()
    assert traces(hand) == {"light: late"}
    bid(game, user)
    assert settle(game).hand_number == 2


def test_who_answers_last_waits_two_seconds_at_most() -> None:
    user = person()
    game = created(user)
    assert not_none(hand_of(game).bots_due) > timezone.now() + timedelta(seconds=30)
    bid(game, user)
    hand = hand_of(game)
    assert not_none(hand.bots_due) < timezone.now() + SOON
    assert hand.state == Hand.State.OPEN
    later(hand, SOON)
    assert bot_thinking.hurry(hand.pk)
    assert settle(game).hand_number == 2


def test_a_hand_that_asks_bots_alone_waits_no_longer_and_brings_no_letter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, float]] = []
    monkeypatch.setattr(wake_workers, "hurry", lambda pk, after: asked.append((pk, after)))
    user = person()
    game = created(user, ruleset="rowboat", seats=2, bots=1, name="Baltrum")
    told, alone = 0, 0
    while fresh(game).state == Game.State.RUNNING and alone < 4:
        hand, game = hand_of(game), fresh(game)
        seat = game.seats.get(user=user).index
        if hand.bots_due is None:
            bid(game, user)
        else:
            if seat not in hand.awaiting:
                assert asked[-1] == (hand.pk, 1.5)
                assert not_none(hand.bots_due) < timezone.now() + SOON
                alone += 1
                assert hand.number == 1 or game.told_hand < hand.number - 1
            bot_thinking.think(hand.pk)
        settle(game)
        told += 1
    assert alone == 4


def test_a_game_against_them_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    user = person()
    game = created(user, level=3, seats=3, bots=2)
    hands = 0
    while (game := fresh(game)).state == Game.State.RUNNING and hands < 60:
        hand = hand_of(game)
        bot_thinking.think(hand.pk)
        owes = game.seats.get(user=user).index in hand.awaiting
        if owes and hand_of(game).state == Hand.State.OPEN:
            bid(game, user)
        settle(game)
        hands += 1
    assert fresh(game).state == Game.State.OVER
    found = set(Bid.objects.filter(seat__game=game, via="bot").values_list("trace", flat=True))
    assert {trace.split(",")[0] for trace in found} <= {"", "searched", "light", "slip"}


def test_without_the_engine_a_light_bot_is_in_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "searcher", lambda _slug: None)
    hand = hand_of(created(person()))
    assert bot_thinking.think(hand.pk)
    assert traces(hand) == {"light: no engine"}


def test_a_level_that_is_none_is_refused() -> None:
    user = person()
    calls: list[Callable[[], object]] = [
        lambda: created(user, level=9),
        lambda: created(user, level=0),
        lambda: tables.play_now(user, level=99),
    ]
    for call in calls:
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.code == "bad_level"


def test_the_maker_fills_free_seats_with_bots_of_a_level() -> None:
    user = person()
    game = tables.make_table(user, TableSettings(name="Juist", seats=3))
    with pytest.raises(Refused):
        tables.start(user, game.code, fill_with_bots=True, level=12)
    tables.start(user, game.code, fill_with_bots=True, level=5)
    assert list(Seat.objects.filter(game=game).values_list("level", flat=True)) == [None, 5, 5]


def test_what_they_remember_is_what_the_table_saw() -> None:
    user = person()
    game = created(user, level=None, seats=3, bots=2)
    for _ in range(3):
        bid(game, user)
        settle(game)
    kinds = [event.kind for event in bot_thinking.memory_of(fresh(game))]
    assert kinds.count("played") == 3
    assert all("kind" not in event.data for event in bot_thinking.memory_of(fresh(game)))


def test_an_expert_lights_its_lighthouse_before_it_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.bots.engine.rowboat.LONG", 4)  # any Tide is worth it
    game = created(person(), seats=2, bots=1, ruleset="rowboat")
    (bot,) = (seat.index for seat in game.seats.filter(level=8))
    while game_secrets.open_state(game).phase != "bid" or bot not in hand_of(game).awaiting:
        answered(game)
        game = settle(game)
    assert bot_thinking.think(hand_of(game).pk)
    (act,) = Aside.objects.all()
    assert (act.seat.index, act.act) == (bot, "lighthouse")
    assert traces(hand_of(game)) == {"searched"}
    assert fresh(game).log.get(kind="aside").data["events"][0]["kind"] == "looked"
    assert not asides.do_for_bot(hand_of(game).pk, bot, "lighthouse"), "once a game"


def test_nobody_acts_out_of_turn_for_a_person() -> None:
    game = created(person(), seats=2, bots=1, ruleset="rowboat")
    while game_secrets.open_state(game).phase != "bid":
        answered(game)
        game = settle(game)
    (seat,) = (seat.index for seat in game.seats.filter(level=None))
    assert not asides.do_for_bot(hand_of(game).pk, seat, "lighthouse")
    assert not Aside.objects.exists()


def test_nobody_acts_in_a_later_hand_for_what_a_bot_decided_in_this_one() -> None:
    game = created(person(), seats=2, bots=1, ruleset="rowboat")
    (bot,) = (seat.index for seat in game.seats.exclude(level=None))
    before = hand_of(game).pk
    while game_secrets.open_state(game).phase != "bid" or bot not in hand_of(game).awaiting:
        answered(game)
        game = settle(game)
    assert not asides.do_for_bot(before, bot, "lighthouse")
    assert asides.do_for_bot(hand_of(game).pk, bot, "lighthouse")


def answered(game: Game) -> None:
    """Everybody whom the open hand asks answers, bots as they do."""
    hand = hand_of(game)
    bot_thinking.think(hand.pk)
    people = game.seats.filter(index__in=hand.awaiting, level=None)
    for seat in people.exclude(pk__in=hand.bids.values("seat")):
        bid(game, not_none(seat.user))
