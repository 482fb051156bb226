"""All finished games as records, one a line: whose they may be, filters, going on, memory.

Planted: with `state = 'over'` or the `visibility` clause left out of `FOUND`, running games' or
others' games come; a table that was closed is missed where its record is not moved up; where
`Export.close` gives nothing back, the third reader is refused for ever; with one page of all,
memory grows; a record of few, kept by everybody, is found.
"""

import json
import re
import tracemalloc
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.operation.commit_horizon import horizon
from games import selectors
from games.api.results import records as view
from games.models import Game, RatedGame, Record
from games.selectors.results import records
from games.services.results import duplicates
from tests import ready_games
from tests.games.api.asking import ROOT, at, client, good, problem, signed_in
from tests.games.fast_forward import fast_forward
from tests.games.making import person, running, table_of, user_at

pytestmark = pytest.mark.django_db
WHERE = f"{ROOT}/records"


@pytest.fixture
def over() -> dict[str, Game]:
    return {slug: taken(slug) for slug in ready_games.SLUGS}


def taken(slug: str, state: str = "over") -> Game:
    """One of several: each was the first that was rated where it was made."""
    with transaction.atomic():
        game = ready_games.take(slug, state)
        RatedGame.objects.update(number=None)
    return game


def ask(who: User | None = None, address: str = WHERE, **query: Any) -> tuple[list[Any], str]:
    """The records, and where to go on."""
    answer = client(who).get(address, query)
    assert answer.status_code == 200, answer.content
    body = b"".join(answer).decode()
    assert answer["Content-Type"] == "application/x-ndjson"
    assert answer["Cache-Control"] == "no-store"
    assert body == "" or body.endswith("\n")
    (following,) = re.findall(r'^<(\S+)>; rel="next"$', answer["Link"])
    return [json.loads(line) for line in body.splitlines()], following


def ids(found: tuple[list[Any], str]) -> list[str]:
    return [record["id"] for record in found[0]]


def test_each_line_is_the_record_as_it_is_told_alone(over: dict[str, Game]) -> None:
    told, _following = ask()
    assert {record["game"] for record in told} == set(over)
    for record in told:
        assert record == good(client().get(at(record["id"], "record")))


def test_only_finished_games_that_one_may_see() -> None:
    game = ready_games.take("turn-the-tide")
    ready_games.take("rowboat", "middle")
    ready_games.take("turning-tides", "cancelled")
    marit = game.seats.get(index=0).user
    assert ids(ask()) == ids(ask(marit)) == [game.code]

    Game.objects.filter(pk=game.pk).update(visibility="link")
    assert ids(ask()) == ids(ask(person("Wim"))) == []
    assert ids(ask(marit)) == [game.code]
    assert ids(ask(marit, after=game.code)) == []
    problem(client().get(WHERE, {"after": game.code}), 400, "bad_cursor")
    Game.objects.filter(pk=game.pk).update(closed=True)
    assert ids(ask(marit)) == []


def test_a_day_begins_at_midnight_utc_wherever_it_is_asked_for() -> None:
    with timezone.override("Pacific/Auckland"):
        query = view.RecordsQuery(data={"since": "2026-12-24"})
        assert query.is_valid()
        assert query.validated_data["since"].isoformat() == "2026-12-24T00:00:00+00:00"


def test_filters(over: dict[str, Game]) -> None:
    rowboat = over["rowboat"]
    old = timezone.now() - timedelta(days=400)
    Game.objects.filter(pk=rowboat.pk).update(ended_at=old, rated=False)
    assert ids(ask(ruleset="rowboat")) == [rowboat.code]
    assert ids(ask(rated="false")) == [rowboat.code]
    assert rowboat.code not in ids(ask(rated="true"))
    assert ids(ask(until=(old + timedelta(days=1)).isoformat())) == [rowboat.code]
    assert ids(ask(until=old.isoformat())) == []
    assert rowboat.code not in ids(ask(since=(old + timedelta(days=1)).isoformat()))
    assert len(ids(ask(since=old.isoformat()))) == len(over)
    wim = person("Wim")
    rowboat.seats.filter(index=1).update(user=wim)
    assert ids(ask(player="wim")) == [rowboat.code]
    assert len(ids(ask(player="Marit"))) == len(over)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"player": "Nobody"}, "unknown_person"),
        ({"cursor": "A" * 60}, "bad_cursor"),
        ({"after": "nosuchgame"}, "bad_cursor"),
        ({"since": "yesterday"}, "invalid"),
        ({"limit": "0"}, "invalid"),
        ({"rated": "perhaps"}, "invalid"),
        ({"format": "csv"}, "unknown_fields"),
    ],
)
def test_what_is_wrong_is_said(query: dict[str, str], code: str) -> None:
    status = 404 if code == "unknown_person" else 400
    problem(client().get(WHERE, query), status, code)


def test_a_day_that_is_none_is_refused_with_both_forms_that_are_taken() -> None:
    told = problem(client().get(WHERE, {"since": "2026-02-30"}), 400, "invalid")
    assert "2026-12-24," in told["errors"]["since"][0]
    assert "2026-12-24T18:42:00Z" in told["errors"]["since"][0]


def test_a_cursor_from_before_the_database_was_restored_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever went on from there would miss all records until that many were written again.

    The horizon is that of the whole server, which other tests move on at any time.
    """
    now = horizon()
    monkeypatch.setattr(records, "horizon", lambda: now)
    ahead, here = (records.sealed(records.Cursor(now + more, 0)) for more in (1, 0))
    problem(client().get(WHERE, {"cursor": ahead}), 400, "bad_cursor")
    assert ids(ask(None, f"{WHERE}?cursor={here}")) == []


def test_a_cursor_and_a_last_record_together_are_refused() -> None:
    game = ready_games.take("rowboat")
    cursor = records.sealed(records.BEGINNING._replace(xact=1))
    answer = client().get(WHERE, {"cursor": cursor, "after": game.code})
    assert "after" in problem(answer, 400, "invalid")["errors"]


@pytest.mark.django_db(transaction=True)
def test_going_on_gives_each_record_once_also_those_of_games_that_end_later(
    over: dict[str, Game],
) -> None:
    late = taken("turn-the-tide", "last")
    found: list[str] = []
    following = WHERE + "?limit=2"
    for _page in range(3):
        page, following = ask(None, following)
        found += [record["id"] for record in page]
    assert sorted(found) == sorted(game.code for game in over.values())
    assert ids(ask(None, following)) == []

    Game.objects.filter(pk=late.pk).update(state="over", outcome={"scores": [1], "winners": [0]})
    Record.objects.create(game=late, data={"id": late.code})
    assert ids(ask(None, following)) == [late.code]


def test_a_line_that_broke_goes_on_behind_the_last_whole_record(over: dict[str, Game]) -> None:
    everything = ids(ask())
    for number, code in enumerate(everything):
        assert ids(ask(after=code)) == everything[number + 1 :]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_was_closed_comes_when_the_others_are_over(over: dict[str, Game]) -> None:
    game = over["rowboat"]
    Game.objects.filter(pk=game.pk).update(closed=True)
    Record.objects.filter(pk=game.pk).update(written_in=1)
    told, following = ask()
    assert game.code not in [record["id"] for record in told]
    game.refresh_from_db()
    duplicates._open(game)
    assert ids(ask(None, following)) == [game.code]


def test_records_of_before_there_was_an_order_come_first(over: dict[str, Game]) -> None:
    old = over["turning-tides"]
    Record.objects.filter(pk=old.pk).update(written_in=None)
    assert ids(ask(limit=1)) == [old.code]


def test_a_cursor_tells_nothing_and_never_looks_the_same() -> None:
    ready_games.take("rowboat")
    cursors = {re.findall(r"cursor=([\w-]{60})", ask()[1])[0] for _time in range(3)}
    assert len(cursors) == 3


def exported() -> view.Export:
    wanted = records.RecordsWanted()
    return view.Export(records.records_behind(AnonymousUser(), wanted, records.BEGINNING, 9))


def test_two_at_once_and_each_makes_room_however_it_ends(over: dict[str, Game]) -> None:
    first, second = exported(), exported()
    answer = client().get(WHERE)
    problem(answer, 429, "throttled")
    assert answer["Retry-After"] == "5"
    first.close()  # before its first line
    next(iter(second))
    second.close()
    second.close()
    third = exported()
    del third  # dropped by whoever was to close it
    for _time in range(5):
        assert len(ids(ask())) == len(over)


def test_a_finished_record_need_not_be_asked_for_twice() -> None:
    game = ready_games.take("rowboat")
    first = client().get(at(game, "record"))
    assert "public" in first["Cache-Control"]
    assert "immutable" in first["Cache-Control"]
    for known in (first["ETag"], f"W/{first['ETag']}", f'"other", {first["ETag"]}'):
        again = client().get(at(game, "record"), headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
    assert client().get(at(game, "record"), headers={"If-None-Match": '"x"'}).status_code == 200


def test_a_record_that_not_everybody_may_see_is_kept_by_nobody_else() -> None:
    game = ready_games.take("rowboat")
    Game.objects.filter(pk=game.pk).update(visibility="link")
    answer = signed_in(user_at(game, 0)).get(at(game, "record"))
    assert "private" in answer["Cache-Control"]
    assert {"Authorization", "Cookie"} <= set(re.split(r", ", answer["Vary"]))
    etag = answer["ETag"]
    stranger = client().get(at(game, "record"), headers={"If-None-Match": etag})
    problem(stranger, 404, "unknown_game")


def test_a_record_that_is_not_there_yet_is_asked_for_again() -> None:
    game = running([person("Marit"), person("Joost")], ruleset="rowboat")
    answer = client().get(at(game, "record"))
    problem(answer, 409, "record_running")
    assert answer["Cache-Control"] == "no-store"


def shelve(count: int) -> None:
    """So many small finished games, by SQL."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SELECT max(id) FROM games_game")
        start = (cursor.fetchone()[0] or 0) + 1
        model = Game.objects.latest("pk")
        columns = [
            field.column
            for field in Game._meta.concrete_fields
            if field.column not in ("id", "code")
        ]
        names = ", ".join(f'"{column}"' for column in columns)
        cursor.execute(
            f"INSERT INTO games_game (id, code, {names}) "
            f"SELECT n, 'z' || n, {names} FROM games_game, generate_series(%s, %s) AS n "
            "WHERE id = %s",
            [start, start + count - 1, model.pk],
        )
        cursor.execute(
            "INSERT INTO games_record (game_id, data) SELECT n, jsonb_build_object('id', 'z' || n, "
            "'hands', to_jsonb(repeat('x', 2000))) FROM generate_series(%s, %s) AS n",
            [start, start + count - 1],
        )


def peak(count: int) -> tuple[int, int]:
    """The most memory that reading so many takes, in bytes, and how many lines there were."""
    found = records.records_behind(
        AnonymousUser(), records.RecordsWanted(), records.BEGINNING, count
    )
    tracemalloc.start()
    lines = sum(bundle.count(b"\n") for bundle in bundles(found))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most, lines


def bundles(found: records.Found) -> Iterator[bytes]:
    return view._bundled(found.lines())


@pytest.mark.parametrize(("few", "many"), [(200, 2000)])
def test_memory_does_not_grow_with_the_records(few: int, many: int) -> None:
    ready_games.take("rowboat")
    shelve(many)
    peak(few)
    (small, some), (large, all_of_them) = peak(few), peak(many)
    assert (some, all_of_them) == (few, many)
    assert large < 1.5 * small, (small, large)


def test_the_record_is_given_out_when_the_game_is_over() -> None:
    game = table_of(3)[1]
    problem(client().get(at(game, "record")), 409, "record_running")
    over = fast_forward(game)
    record = good(client().get(at(game, "record")))

    assert record == selectors.observations.record_of(over)
    found = good(client().get(at(game)))
    assert (found["state"], found["outcome"]) == ("over", record["outcome"])
    assert found["open_hand"] is found["deadline"] is None
    last = Game.objects.get(pk=game.pk).hands.count()
    assert good(client().get(at(game, "hands", last)))["after"] == over.table
