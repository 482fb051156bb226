"""What concerns somebody comes once, in the order of commits, with nothing hidden in it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Notice, User
from accounts.notifications import bounces
from accounts.operation.commit_horizon import horizon
from accounts.security.cursors import Position, restores
from games.api.people import events as views
from games.models import Game, LogEntry, SeatClock
from games.selectors.people import events
from games.services import restore
from games.services.game_log import write_log
from games.services.seats import absence, substitutes
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import bid_all, fresh, people, person, running, settle, table_of

WAY = f"{ROOT}/events"
MEMBERS = {"id", "sort", "kind", "game", "hand", "seat", "at", "link"}


def told(ask: Any, after: str, **more: Any) -> tuple[list[dict[str, Any]], str]:
    found = good(ask.get(WAY, {"after": after, **more}))
    return found["events"], found["cursor"]


def turn(game: Game) -> None:
    bid_all(game)
    settle(game)


def brief(found: list[dict[str, Any]]) -> list[tuple[str, str, int | None]]:
    return [(event["sort"], event["kind"], event["hand"]) for event in found]


@pytest.mark.django_db(transaction=True)
class TestReading:
    def test_a_cursor_from_before_a_restore_is_refused(self) -> None:
        """What it has passed may have happened anew, with the same ids of transactions."""
        users, _game = table_of(3)
        ask = client(users[0])
        _nothing, start = told(ask, "")
        restore.begin(timezone.now() - timedelta(hours=1), timezone.now())
        restores.cache_clear()
        problem(ask.get(WAY, {"after": start}), 400, "bad_cursor")
        _nothing, start = told(ask, "")
        assert told(ask, start) == ([], start)
        restores.cache_clear()

    def test_what_is_shown_since_its_letter_bounced_is_told_then_and_once(self) -> None:
        marit = person()
        ask, by_mail = client(marit), {"recipient": marit, "kind": "missed", "state": "sent"}
        for number, shown in enumerate((False, True)):
            Notice.objects.create(**by_mail, event=f"missed:{number}", shown=shown)
        _earlier, start = told(ask, "")
        for letter in Notice.objects.order_by("-pk"):
            bounces.record(letter, Report(ReportKind.HARD, "5.1.1", "gone"))
        found, cursor = told(ask, start)
        assert brief(found) == [("notice", "missed", None)], "the other was behind the bell before"
        assert told(ask, cursor) == ([], cursor)

    def test_what_happens_from_now_on_is_told_once(self) -> None:
        users, game = table_of(3)
        ask = client(users[0])
        nothing, start = told(ask, "")
        assert nothing == []
        assert told(ask, start) == ([], start)
        turn(game)
        found, cursor = told(ask, start)
        assert brief(found) == [("log", "hand", 1), ("move", "your_move", 2)]
        assert told(ask, cursor) == ([], cursor)
        assert found[1] | {"id": "", "at": ""} == {
            "id": "",
            "sort": "move",
            "kind": "your_move",
            "game": game.code,
            "hand": 2,
            "seat": 0,
            "at": "",
            "link": f"{settings.SITE_URL}/g/{game.code}/",
        }

    def test_it_goes_on_behind_any_of_them_and_in_pages(self) -> None:
        users, game = table_of(3)
        ask = client(users[1])
        _none, start = told(ask, "")
        for _hand in range(3):
            turn(game)
        whole, _end = told(ask, start)
        assert len(whole) == 6
        for number, event in enumerate(whole):
            assert brief(told(ask, event["id"])[0]) == brief(whole[number + 1 :])
        paged: list[Any] = []
        cursor = start
        while page := told(ask, cursor, limit=1):
            if not page[0]:
                break
            paged, cursor = paged + page[0], page[1]
        assert brief(paged) == brief(whole)

    def test_nobody_is_told_of_the_games_of_others(self) -> None:
        users, stranger = people(3), person("Ute")
        ask = client(stranger)
        _none, start = told(ask, "")
        game = running(users)
        turn(game)
        assert told(ask, start)[0] == []
        seat = game.seats.get(index=0)
        mine = client(seat.user)
        _none, mine_start = told(mine, "")
        seat.user = stranger
        seat.save()
        turn(game)
        assert told(mine, mine_start)[0] == [], "who has left hears no more"

    def test_a_notice_behind_the_bell_is_told_as_such(self) -> None:
        marit, joost = people(2)
        ask, other = client(marit), client(joost)
        (_none, start), (_nil, others) = told(ask, ""), told(other, "")
        for number, shown in enumerate((True, False)):
            Notice.objects.create(
                recipient=marit, kind="moderated", event=f"x:{number}", shown=shown
            )
        Notice.objects.create(recipient=marit, kind="your_move", event="y", shown=True)
        found, _cursor = told(ask, start)
        assert brief(found) == [("notice", "moderated", None)]
        assert found[0]["link"] == f"{settings.SITE_URL}/settings/notices/"
        assert told(other, others)[0] == []

    def test_what_the_log_tells_of_a_game_is_not_told_again_as_a_notice(self) -> None:
        users, game = table_of(3)
        marit, joost, _aoife = (client(user) for user in users)
        _none, start = told(marit, "")
        good(joost.post(at(game, "extend"), {"hand": 1}))
        for user in users:
            good(client(user).post(at(game, "votes"), {"wish": "pause"}))
        good(joost.post(at(game, "go-on"), {}))
        found = [(sort, kind) for sort, kind, _hand in brief(told(marit, start)[0])]
        assert found == [("log", "extended"), ("log", "paused"), ("log", "resumed")]

    def test_who_has_a_seat_no_more_is_told_by_a_notice(self) -> None:
        users, game = table_of(3)
        absence.leave(users[1], game.code)
        joost = client(users[1])
        _none, start = told(joost, "")
        substitutes.take(person("Wim"), game.code, 1)
        assert brief(told(joost, start)[0]) == [("notice", "seat_taken", None)]

    def test_no_more_is_told_than_where_and_when(self) -> None:
        users, game = table_of(3)
        ask = client(users[0])
        _none, start = told(ask, "")
        turn(game)
        for event in told(ask, start)[0]:
            assert set(event) == MEMBERS
            assert event["kind"] in ("hand", "your_move")

    def test_a_cursor_tells_nothing_and_is_good_for_one_person(self) -> None:
        marit, joost = people(2)
        ask = client(marit)
        first, second = told(ask, "")[1], told(ask, "")[1]
        assert first != second, "equal ones would tell that nobody has written meanwhile"
        assert len(first) == len(second)
        refused = problem(client(joost).get(WAY, {"after": first}), 400, "bad_cursor")
        assert "`next`" not in refused["detail"], "it goes on at `cursor`"
        for wrong in ("A" * 60, first[:-2] + "AA", "_" * 60):
            problem(ask.get(WAY, {"after": wrong}), 400, "bad_cursor")
        problem(ask.get(WAY, {"after": first + "A"}), 400, "invalid")
        ahead = events.sealed((horizon() + 1000, 0, 0), marit)
        problem(ask.get(WAY, {"after": ahead}), 400, "bad_cursor")

    def test_rows_of_before_there_were_events_are_not_told(self) -> None:
        users, game = table_of(3)
        turn(game)
        ask = client(users[0])
        everything = events.sealed((0, 0, 0), users[0])
        assert told(ask, everything)[0]
        LogEntry.objects.update(written_in=None)
        SeatClock.objects.update(written_in=None)
        Notice.objects.update(written_in=None)
        assert told(ask, everything)[0] == []

    def test_it_costs_the_same_with_many_games(self, django_assert_num_queries: Any) -> None:
        users = people(3)
        ask = client(users[0])
        good(ask.get(WAY))
        for _game in range(3):
            running(users)
        start = events.sealed((0, 0, 0), users[0])
        with django_assert_num_queries(4):  # the key, the horizon twice, the events
            assert told(ask, start)[0]


@contextmanager
def another(database: str | None = None) -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own to our database, or to another one of the server."""
    how = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    line = psycopg.connect(**{name: how[name] for name in names if name in how})
    if database is not None:
        line.close()
        line = psycopg.connect(
            **{name: how[name] for name in names if name in how} | {"dbname": database}
        )
    try:
        yield line
    finally:
        line.close()


def entry(line: Any, game: Game, number: int) -> None:
    """An entry of the log, written in the transaction that is open there."""
    line.execute(
        "INSERT INTO games_logentry (game_id, number, hand_number, kind, data, at) "
        "VALUES (%s, %s, 0, 'made', '{}', now())",
        [game.pk, number],
    )


def in_turns(user: User, game: Game, position: Position) -> list[int]:
    """What a reader is told, who looks after each commit: the later number is there first."""
    heard = []
    with another() as slow, another() as quick:
        entry(slow, game, 901)
        entry(quick, game, 902)
        for line in (quick, slow):
            line.commit()
            for event in events.events_behind(user, position, 100):
                position = event.position
                heard.append(LogEntry.objects.get(pk=position[2]).number)
    return heard


@pytest.mark.django_db(transaction=True)
class TestCommits:
    def test_who_commits_late_is_not_skipped(self) -> None:
        users, game = table_of(3)
        assert in_turns(users[0], game, events.now()) == [901, 902]

    def test_without_the_horizon_it_would_be(self, monkeypatch: pytest.MonkeyPatch) -> None:
        users, game = table_of(3)
        start = events.now()
        monkeypatch.setattr(events, "horizon", lambda: 2**62)
        assert in_turns(users[0], game, start) == [902]

    def test_an_open_transaction_of_another_database_holds_nothing_up(self) -> None:
        users, game = table_of(3)
        start = events.now()
        with another("postgres") as line:
            line.execute("SELECT pg_current_xact_id()")
            write_log(game, "made")
            game.save()
            found = events.events_behind(users[0], start, 10)
            assert [event.kind for event in found] == ["made"]
        with another() as line:
            line.execute("SELECT pg_current_xact_id()")
            write_log(game, "started")
            game.save()
            after = found[-1].position
            assert events.events_behind(users[0], after, 10) == [], "of ours it does"
            line.rollback()
            assert [e.kind for e in events.events_behind(users[0], after, 10)] == ["started"]

    def test_one_request_waits_until_something_happens(self) -> None:
        users, game = table_of(3)
        ask = client(users[0])
        _none, start = told(ask, "")

        def later() -> None:
            time.sleep(0.7)
            write_log(fresh(game), "made")
            connection.close()

        thread = threading.Thread(target=later)
        begun = time.monotonic()
        thread.start()
        found, _cursor = told(ask, start, wait=20)
        took = time.monotonic() - begun
        thread.join()
        assert [event["kind"] for event in found] == ["made"]
        assert 0.7 <= took < 15

    def test_not_all_threads_of_a_web_process_may_wait(self) -> None:
        marit = person()
        ask = client(marit)
        _none, start = told(ask, "")
        with views.WAITING:
            begun = time.monotonic()
            assert told(ask, start, wait=20) == ([], start)
            assert time.monotonic() - begun < 5
        begun = time.monotonic()
        assert told(ask, start, wait=1) == ([], start)
        assert time.monotonic() - begun > 0.9
