"""Traces of a person in rows that belong to others as well, and how they are removed.

Records hold names, table names may mention people, seats hold words for the deck, clocks the hours
and days off of whoever they ran for, reports are about somebody. Everything else refers to a
person, and is nameless once they are.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.operation import database_clock
from accounts.staff.audit_log import about_game, about_person
from accounts.text import mentions
from games import fairness, game_secrets
from games.models import Game, LogEntry, Record, Report, Seat, SeatTenure
from games.selectors.seats.deck_words import deals_of, first_of, words_of

# Words that the server drew, which are nobody's; now those of a silent seat follow from the secret.
DRAWN = re.compile("[0-9a-f]{32}")
Places = dict[int, set[int]]  # by game id, the indexes of seats
# What is read of a game. Records are long: so many at a time.
COLUMNS = ("code", "name", "start", "sealed_secret", "sealed_seed")
BATCH_SIZE = 50
# Deadlines stay; why they were then holds zones, quiet hours and vacations. One that is compacted
# holds nothing.
PLAIN_RULE = """
    UPDATE games_seatclock SET rule = rule || '{"zone": "UTC", "quiet": null, "away": []}'
    WHERE user_id = %s AND rule <> '{}'
"""
PLAIN_PAST = """
    UPDATE games_pastclocks SET whole = (
        SELECT jsonb_agg(jsonb_set(
            clock, '{rule}', clock -> 'rule' || '{"zone": "UTC", "quiet": null, "away": []}'
        ) ORDER BY number)
        FROM jsonb_array_elements(whole) WITH ORDINALITY AS packed (clock, number)
    ) WHERE user_id = %s AND whole <> '[]'
"""


def names_of(person: User) -> list[str]:
    """Their name, and those they had when games of theirs started, the longest first: one may begin
    with another."""
    places = _from_the_start(person)
    starts = dict(Game.objects.filter(pk__in=places).values_list("pk", "start"))
    at_starts = {
        start["players"][seat] for pk, start in starts.items() if start for seat in places[pk]
    }
    return sorted({person.name, *filter(None, at_starts)}, key=len, reverse=True)


def take_away(person: User, names: Sequence[str]) -> None:
    """Removes the names that the person had (`names_of`; they have another one by now) and all
    their words from games and reports. The caller has locked those games, so that everybody else
    there waits: it takes as many statements for fifty games as for one."""
    shares, created, started = _shares(person), _created(person), _from_the_start(person)
    ids = {*shares, *created, *_played_ids(person)}
    games = list(Game.objects.filter(pk__in=ids).only(*COLUMNS).order_by("pk"))
    _rename([game for game in games if game.pk in created or mentions.any_in(game.name, names)])
    _take_words([game for game in games if game.pk in shares], shares)
    _unname_at(games, started)
    for at in range(0, len(games), BATCH_SIZE):
        _rewrite(games[at : at + BATCH_SIZE], person, shares, started)
    never_began = Q(game__state=Game.State.CANCELLED, game__started_at=None)
    Seat.objects.filter(never_began, user=person).update(entropy="")
    _silence_reports(person, names)
    with connection.cursor() as cursor:
        cursor.execute(PLAIN_RULE, [person.pk])
        cursor.execute(PLAIN_PAST, [person.pk])


def games_of(person: User) -> set[int]:
    """The ids of the games that have traces of them."""
    return {*_shares(person), *_created(person), *_played_ids(person)}


def _played_ids(person: User) -> set[int]:
    return set(_played(person).values_list("pk", flat=True))


def _played(person: User) -> "QuerySet[Game]":
    """Games in which they sit or once sat, even if they left before the start."""
    sits = Seat.objects.filter(user=person).order_by().values("game")
    sat = SeatTenure.objects.filter(user=person).order_by().values("seat__game")
    left = LogEntry.objects.filter(person=person).order_by().values("game")
    return Game.objects.filter(pk__in=sits.union(sat, left))  # by "or" it would read all games


def _created(person: User) -> set[int]:
    """The tables they named, with the rematches that took the name over."""
    found: set[int] = set()
    fresh = set(
        LogEntry.objects.filter(kind="made", person=person).values_list("game_id", flat=True)
    )
    while fresh:
        found |= fresh
        same = Game.objects.filter(rematch_of__in=fresh, name=F("rematch_of__name"))
        fresh = set(same.values_list("pk", flat=True)) - found
    return found


# ------------------------------------------------------------------ words for the deck


def _shares(person: User) -> Places:
    """The seats with this person's own words, also at the other tables of a duplicate, whose seats
    share all words.

    Words at tables that have not begun were removed when the person left those; `take_away` removes
    those at tables that never will, where no deck needs them.
    """
    found: Places = defaultdict(set)
    sits = Seat.objects.filter(user=person).order_by().values("pk")
    held = sits.union(SeatTenure.objects.filter(user=person).order_by().values("seat"))
    began = Seat.objects.filter(pk__in=held, game__started_at__isnull=False)
    seats = list(began.select_related("game"))
    firsts, deals = first_of(seats), deals_of([seat.game for seat in seats])
    for seat in seats:
        tables = deals[seat.game_id]
        if firsts[seat.pk] == person.pk and _typed(seat, tables):
            for pk in tables:
                found[pk].add(seat.index)
    return found


def _typed(seat: Seat, tables: Sequence[int]) -> bool:
    """Whether the words are somebody's own, and still there. `tables`: as in `words_of`."""
    words, game = words_of(seat, tables), seat.game
    if not words or DRAWN.fullmatch(words) is not None:
        return False
    return words != fairness.words_from(game_secrets.open_secret(game), game.code, seat.index)


def _take_words(games: Sequence[Game], shares: Places) -> None:
    """Removes the words of these seats. The seed that was derived from them is stored sealed, so
    the deck stays the same, and from now on the secret is published no more."""
    for game in games:
        game_secrets.keep_seed(game)
    Game.objects.bulk_update(games, ["sealed_seed"])
    rows = Seat.objects.filter(game__in=games).values_list("pk", "game_id", "index")
    theirs = [pk for pk, game_id, index in rows if index in shares[game_id]]
    Seat.objects.filter(pk__in=theirs).update(entropy="")


def _rename(games: Sequence[Game]) -> None:
    for game in games:
        game.name = f"Table {game.code}"
    Game.objects.bulk_update(games, ["name"])


# ------------------------------------------------------------------ records


def _rewrite(games: Sequence[Game], person: User, shares: Places, started: Places) -> None:
    """Removes the person from the records of these games. The checksums are computed again;
    receipts prove themselves."""
    records = list(Record.objects.filter(game__in=games))
    sits = _places(Seat.objects.filter(user=person, game__in=games), "game", "index")
    told = _tenures_told(records)
    for record in records:
        data: dict[str, Any] = record.data
        bound = "start" in data
        if bound:
            _unname(data["start"], data["players"], started[record.game_id])
        elif "players" in data:
            for index in sits[record.game_id]:
                data["players"][index] = person.name
        for index in shares[record.game_id] & set(range(len(data.get("entropies", [])))):
            data["entropies"][index] = data["secret"] = None
        for index, held in enumerate(told[record.game_id]):
            if held.user_id == person.pk:
                data["substitutes"][index]["name"] = None if bound else person.name
        data["checksum"] = fairness.checksum(data)
    Record.objects.bulk_update(records, ["data"])


def _from_the_start(person: User) -> Places:
    rows = SeatTenure.objects.filter(user=person, substitute=False)
    return _places(rows, "seat__game", "seat__index")


def _places(rows: "QuerySet[Any]", game: str, index: str) -> Places:
    found: Places = defaultdict(set)
    for game_id, seat in rows.values_list(game, index):
        found[game_id].add(seat)
    return found


def _unname_at(games: Sequence[Game], started: Places) -> None:
    # One without a start, from before there was any, would get the null of JSON.
    bound = {game: game.start for game in games if game.pk in started and game.start is not None}
    for game, start in bound.items():
        _unname(start, start["players"], started[game.pk])
    Game.objects.bulk_update(bound, ["start"])


def _unname(start: dict[str, Any], players: list[str | None], seats: Collection[int]) -> None:
    """Removes names together with their salts. Without the salts, the digests that stay and bind
    everything else tell nobody what the names were."""
    for seat in seats:
        players[seat] = start["salts"][seat] = None


def _tenures_told(records: Sequence[Record]) -> dict[int, list[SeatTenure]]:
    """By game id, the tenures that its record lists under "substitutes", in its order."""
    seats = {
        record.game_id: {told["seat"] for told in record.data.get("substitutes", [])}
        for record in records
    }
    found: dict[int, list[SeatTenure]] = defaultdict(list)
    held = SeatTenure.objects.filter(seat__game__in=[game for game in seats if seats[game]])
    for tenure in held.select_related("seat").order_by("seat__index", "pk"):
        if tenure.seat.index in seats[tenure.seat.game_id]:
            found[tenure.seat.game_id].append(tenure)
    return found


# ------------------------------------------------------------------ what staff were told and wrote


def _reports(person: User) -> "QuerySet[Report]":
    """Reports by them, or about them."""
    theirs = Q(reporter=person) | Q(person=person) | Q(message__author=person)
    return Report.objects.filter(theirs).distinct()


def entries_about(person: User) -> tuple[set[str], set[str]]:
    """What log entries about this person have in `about`: entries that are only about them, and
    entries that may be about others, too."""
    reports = {f"report:{pk}" for pk in _reports(person).values_list("pk", flat=True)}
    games = {about_game(code) for code in _played(person).values_list("code", flat=True)}
    letters = {f"letter:{pk}" for pk in person.notices.values_list("pk", flat=True)}
    return {about_person(person.pk), *reports}, games | letters


def _silence_reports(person: User, names: Sequence[str]) -> None:
    """Empties reports by and about them; in other reports about their games, replaces the names.

    Nobody is left who could be answered or asked, so open ones are closed.
    """
    theirs = Report.objects.filter(pk__in=_reports(person).values("pk"))
    theirs.filter(closed_at=None).update(
        closed_at=database_clock.now(), outcome=Report.Outcome.NOTHING
    )
    theirs.update(text="", answer="")
    others = list(Report.objects.filter(game__in=_played(person)))
    for report in others:
        for name in names:
            report.text = mentions.replaced(report.text, name, person.name)
            report.answer = mentions.replaced(report.answer, name, person.name)
    Report.objects.bulk_update(others, ["text", "answer"])
