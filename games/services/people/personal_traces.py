"""Traces of a person in rows that belong to others as well, and how they are removed.

Records hold names, table names may mention people, seats hold words for the deck, reports are
about somebody. Everything else refers to a person, and is nameless once they are.
"""

import re
from collections import defaultdict
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.operation import database_clock
from accounts.staff.audit_log import about_game, about_person
from accounts.text import mentions
from games import game_secrets, sealing
from games.models import Game, LogEntry, Record, Report, Seat, SeatTenure
from games.selectors.seats.deck_words import first_of, same_deals, words_of

# Words that the server drew, which are nobody's; now those of a silent seat follow from the secret.
DRAWN = re.compile("[0-9a-f]{32}")
Shares = dict[int, set[int]]  # by game id, the seats whose words for the deck are removed


def take_away(person: User, before: str) -> None:
    """Removes the person's former name `before` (they have another one by now) and all their words
    from games and reports. The caller has locked those games."""
    shares, created = _shares(person), _created(person)
    for pk in sorted({*shares, *created, *_played_ids(person)}):
        game = game_secrets.lock_game(pk=pk)
        if pk in created or mentions.has(game.name, before):
            game.name = f"Table {game.code}"
        _take_words(game, shares[pk])
        if game.start is not None:
            _unname(game.start, game.start["players"], _from_the_start(game, person))
        game.save(update_fields=["name", "sealed_seed", "start"])
        _rewrite(game, person, shares[pk])
    never_began = Q(game__state=Game.State.CANCELLED, game__started_at=None)
    Seat.objects.filter(never_began, user=person).update(entropy="")
    _silence_reports(person, before)


def games_of(person: User) -> set[int]:
    """The ids of the games that have traces of them."""
    return {*_shares(person), *_created(person), *_played_ids(person)}


def _played_ids(person: User) -> set[int]:
    return set(_played(person).values_list("pk", flat=True))


def _played(person: User) -> "QuerySet[Game]":
    """Games in which they sit or once sat, even if they left before the start."""
    return Game.objects.filter(
        Q(pk__in=Seat.objects.filter(user=person).values("game"))
        | Q(pk__in=SeatTenure.objects.filter(user=person).values("seat__game"))
        | Q(pk__in=LogEntry.objects.filter(person=person).values("game"))
    )


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


def _shares(person: User) -> Shares:
    """The seats with this person's own words, also at the other tables of a duplicate, whose seats
    share all words.

    Words at tables that have not begun were removed when the person left those; `take_away` removes
    those at tables that never will, where no deck needs them.
    """
    found: Shares = defaultdict(set)
    held = Q(user=person) | Q(tenures__user=person)
    began = Seat.objects.filter(held, game__started_at__isnull=False).distinct()
    for seat in began.select_related("game"):
        if first_of(seat) == person.pk and _typed(seat):
            for pk in same_deals(seat.game):
                found[pk].add(seat.index)
    return found


def _typed(seat: Seat) -> bool:
    """Whether the words are somebody's own, and still there."""
    words, game = words_of(seat), seat.game
    if not words or DRAWN.fullmatch(words) is not None:
        return False
    return words != sealing.words_from(game_secrets.open_secret(game), game.code, seat.index)


def _take_words(game: Game, seats: set[int]) -> None:
    """Removes the words of these seats. The seed that was derived from them is stored sealed, so
    the deck stays the same, and from now on the secret is published no more."""
    if seats:
        game_secrets.keep_seed(game)
        game.seats.filter(index__in=seats).update(entropy="")


# ------------------------------------------------------------------ records


def _rewrite(game: Game, person: User, shares: set[int]) -> None:
    """Removes the person from the game's record. The checksum is computed again; receipts prove
    themselves."""
    record = Record.objects.filter(game=game).first()
    if record is None:
        return
    data: dict[str, Any] = record.data
    bound = "start" in data
    if bound:
        _unname(data["start"], data["players"], _from_the_start(game, person))
    elif "players" in data:
        for index in game.seats.filter(user=person).values_list("index", flat=True):
            data["players"][index] = person.name
    for index in shares & set(range(len(data.get("entropies", [])))):
        data["entropies"][index] = data["secret"] = None
    for index, held in enumerate(_tenures_told(game, data)):
        if held.user_id == person.pk:
            data["substitutes"][index]["name"] = None if bound else person.name
    data["checksum"] = sealing.checksum(data)
    record.save(update_fields=["data"])


def _from_the_start(game: Game, person: User) -> list[int]:
    rows = SeatTenure.objects.filter(user=person, seat__game=game, substitute=False)
    return list(rows.values_list("seat__index", flat=True))


def _unname(start: dict[str, Any], players: list[str | None], seats: list[int]) -> None:
    """Removes names together with their salts. Without the salts, the digests that stay and bind
    everything else tell nobody what the names were."""
    for seat in seats:
        players[seat] = start["salts"][seat] = None


def _tenures_told(game: Game, data: dict[str, Any]) -> list[SeatTenure]:
    """The tenures that a record lists under "substitutes", in its order."""
    seats = {told["seat"] for told in data.get("substitutes", [])}
    held = SeatTenure.objects.filter(seat__game=game, seat__index__in=seats)
    return list(held.order_by("seat__index", "pk"))


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


def _silence_reports(person: User, before: str) -> None:
    """Empties reports by and about them; in other reports about their games, replaces the name.

    Nobody is left who could be answered or asked, so open ones are closed.
    """
    theirs = Report.objects.filter(pk__in=_reports(person).values("pk"))
    theirs.filter(closed_at=None).update(
        closed_at=database_clock.now(), outcome=Report.Outcome.NOTHING
    )
    theirs.update(text="", answer="")
    for report in Report.objects.filter(game__in=_played(person)):
        report.text = mentions.replaced(report.text, before, person.name)
        report.answer = mentions.replaced(report.answer, before, person.name)
        report.save(update_fields=["text", "answer"])
