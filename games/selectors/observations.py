"""What a viewer may see of a game."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, prefetch_related_objects

from accounts import rows
from accounts.models import User
from accounts.operation import database_clock
from games import game_secrets, kept_bids
from games.models import Bid, Game, Hand, LogEntry, Peek, Record
from games.plans import vocabulary_of
from games.refusals import Refused
from games.rules.base import Json, Observation, State
from games.rules.errors import BidError
from games.rules.records import Replay, replay
from games.rules.records import record_of as record_of_json
from games.rules.registry import ruleset
from games.selectors.access import seat_of
from games.selectors.prefetched import gathered_at
from games.selectors.results.compacted import tables_in
from games.selectors.seats.occupancy import CHANGES

PUBLIC_KINDS = ("hand", "aside", "outage", *CHANGES)
# Runs for every view of a table. Most entries name nobody, so this avoids the manager's joins.
PUBLIC_LOG = """
SELECT * FROM games_logentry
WHERE game_id = %(game)s AND kind = ANY(%(kinds)s)
ORDER BY number DESC LIMIT %(limit)s
"""
PUBLIC_EVENTS = """
SELECT jsonb_agg(event ORDER BY number, place)::text
FROM games_logentry, jsonb_array_elements(data -> 'events') WITH ORDINALITY AS each (event, place)
WHERE game_id = %(game)s AND kind IN ('hand', 'aside') AND event ->> 'kind' = ANY(%(kinds)s)
"""


@dataclass(frozen=True)
class OwnBid:
    """A seat's own sealed bid, decrypted for its owner."""

    notation: str
    salt: str
    digest: str
    changes: int
    placed_at: datetime
    via: str = ""


def observation_for(game: Game, seat: int | None) -> Observation | None:
    """The observation of this seat (None: a spectator); None before the start."""
    if game.sealed_state is None:
        return None
    if seat is None:
        return game.table
    return game_secrets.seen(game, game_secrets.open_state(game), seat)


def legal_for(game: Game, seat: int | None) -> list[str]:
    """The legal answers of this seat, sorted by code point; empty if it has nothing to answer."""
    if seat is None or game.state != Game.State.RUNNING:
        return []
    return ruleset(game.ruleset).legal(game_secrets.open_state(game), seat)


def reader_for(game: Game, seat: int) -> Callable[[str], str | None]:
    """A parser of lines as answers or asides of this seat: canonical notation, or None if illegal.

    A card may be followed by what it is to do; whether that is legal shows only when its time
    comes. It decrypts the state only once, for callers with many lines.
    """
    if game.state != Game.State.RUNNING:
        return lambda _line: None
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)

    def read(line: str) -> str | None:
        act = line.casefold().strip(" .!")
        if act.isalpha() and act in rules.asides(state, seat):
            return act
        try:
            return rules.read(state, seat, line)
        except BidError as error:
            return _two_in_one(game, line, error.legal)

    return read


def _two_in_one(game: Game, line: str, legal: Sequence[str]) -> str | None:
    """A legal card and what it is to do, in canonical form; None if the line is something else."""
    card, follow = vocabulary_of(game.ruleset).say(line) or ("", "")
    return f"{card} {follow}" if follow and card in legal else None


def reader_of(user: User, hand: Hand | None) -> Callable[[str], str | None]:
    """As `reader_for`, for this person in this hand. No line is an answer if that isn't the open
    hand of its game, or they have no seat there.
    """
    seat = seat_of(hand.game, user) if hand is not None else None
    if hand is None or seat is None or hand.game.hand_number != hand.number:
        return lambda _line: None
    return reader_for(hand.game, seat.index)


def ranked_for(game: Game, seat: int) -> list[str]:
    """The recommended legal answers from lowest to highest."""
    if game.state != Game.State.RUNNING:
        return []
    return ruleset(game.ruleset).ranked(game_secrets.open_state(game), seat)


def current_hand(game: Game) -> Hand | None:
    """The hand that is open or complete; None if there is none."""
    if game.state != Game.State.RUNNING:
        return None
    found = gathered_at(game)
    return found.hand if found is not None else game.hands.get(number=game.hand_number)


def hand_numbered(game: Game, number: int) -> Hand | None:
    """The hand with this number, if it exists."""
    return game.hands.filter(number=number).first()


def own_bid(game: Game, hand: Hand, seat: int) -> OwnBid | None:
    """The sealed bid of this seat. Call it only on behalf of the person who sits there."""
    found = gathered_at(game)
    hand.game = game
    if found is not None and found.hand is hand and found.seat == seat:
        bid = found.own
    elif hand.kept_bids:
        bid = next((each for each in kept_bids.in_hand(hand) if each.seat.index == seat), None)
    else:
        own = Bid.objects.filter(hand=hand, seat__game=game, seat__index=seat)
        bid = own.select_related("seat").first()
    return _own(bid, hand) if bid is not None else None


def _own(bid: Bid, hand: Hand) -> OwnBid:
    opened = game_secrets.open_bid(bid, hand.game.code, hand.number, bid.seat.index)
    return OwnBid(opened.notation, opened.salt, bid.digest, bid.changes, bid.placed_at, bid.via)


def asides_for(game: Game, seat: int | None) -> list[str]:
    """The asides that this seat may use now."""
    if seat is None or game.state != Game.State.RUNNING:
        return []
    return ruleset(game.ruleset).asides(game_secrets.open_state(game), seat)


def peek_of(game: Game, seat: int) -> Peek | None:
    """This seat's right to see other cards in the current stage, started or not."""
    found = gathered_at(game)
    if found is not None and found.seat == seat:
        return found.peek
    return Peek.objects.filter(seat__game=game, seat__index=seat, stage__ended_at=None).first()


def peek_for(game: Game, seat: int) -> dict[str, list[str]] | None:
    """The cards this seat may see now, by seat; None unless its sandglass is running."""
    peek = peek_of(game, seat)
    if peek is None or peek.opened_at is None or game.state != Game.State.RUNNING:
        return None
    if database_clock.now() >= peek.opened_at + timedelta(seconds=peek.seconds):
        return None
    cards: dict[str, list[str]] = ruleset(game.ruleset).peek(game_secrets.open_state(game), seat)[
        "cards"
    ]
    return cards or None


def log_of(game: Game, after: int, limit: int) -> list[LogEntry]:
    """The public log after entry number `after`, oldest first."""
    return list(game.log.filter(number__gt=after).order_by("number")[:limit])


def told(game: Game, limit: int) -> list[LogEntry]:
    """The last log entries to show, newest first: resolved hands and other events."""
    values = {"game": game.pk, "kinds": list(PUBLIC_KINDS), "limit": limit}
    found = list(LogEntry.objects.raw(PUBLIC_LOG, values))
    if any(entry.person_id or entry.former_id for entry in found):
        prefetch_related_objects(found, "person", "former")
    return found


def told_lately(games: Sequence[Game], count: int) -> dict[int, list[LogEntry]]:
    """The last `count` entries as of `told`, newest first, by game id."""
    found: dict[int, list[LogEntry]] = {game.pk: [] for game in games}
    hands = LogEntry.objects.filter(game__in=found, kind__in=("hand", "aside"))
    late = hands.filter(hand_number__gte=F("game__hand_number") - count)
    for entry in late.order_by("-number"):
        if len(found[entry.game_id]) < count:
            found[entry.game_id].append(entry)
    return found


def told_events(game: Game, kinds: Sequence[str]) -> list[Json]:
    """All events of these kinds, in order."""
    ((events,),) = rows.fetch(PUBLIC_EVENTS, {"game": game.pk, "kinds": list(kinds)})
    return json.loads(events) if events else []


def resolved_hand(game: Game, number: int) -> tuple[Hand, LogEntry]:
    """A resolved hand with its log entry. Raises `Refused` ("no_hand")."""
    hand = game.hands.filter(number=number, state=Hand.State.RESOLVED).first()
    entry = game.log.filter(kind="hand", hand_number=number).first()
    if hand is None or entry is None:
        raise Refused("no_hand", given=number)
    hand.table = hand.table or tables_before(game, [number])[number]
    return hand, entry


def is_resolved(game: Game, number: int) -> bool:
    """Whether there is a hand of that number that was turned."""
    return game.hands.filter(number=number, state=Hand.State.RESOLVED).exists()


def tables_before(game: Game, numbers: Sequence[int]) -> dict[int, Observation]:
    """The spectator's observation at the opening of these hands, by number."""
    found = dict(game.hands.filter(number__in=numbers).values_list("number", "table"))
    if all(found.values()):
        return found
    if "tables_again" not in vars(game):  # the game is compacted
        vars(game)["tables_again"] = tables_in(game, replay_of(game))
    again = vars(game)["tables_again"]
    return {number: table or again[number] for number, table in found.items()}


def opened_bids(hand: Hand) -> dict[int, dict[str, str]]:
    """Notation and salt, by seat, of the bids that are public."""
    kept = {bid.seat.index: bid.opened or {} for bid in kept_bids.in_hand(hand)}
    if kept:
        return kept
    rows = hand.bids.filter(opened__isnull=False).values_list("seat__index", "opened")
    return {index: opened for index, opened in rows if opened}


def table_after(game: Game, hand: Hand) -> Observation:
    """The spectator's observation at the opening of the next hand, or at the end."""
    following = hand.number + 1
    return tables_before(game, [following]).get(following) or game.table or {}


def record_of(game: Game) -> dict[str, Any]:
    """The record of a finished game.

    Raises `Refused`: "record_running", "duplicate_closed", or "game_cancelled" for a cancelled game
    from the time when such games had no record.
    """
    if game.closed:
        raise Refused("duplicate_closed")
    record = Record.objects.filter(game=game).first()
    if record is None:
        cancelled = game.state == Game.State.CANCELLED
        raise Refused("game_cancelled" if cancelled else "record_running")
    data: dict[str, Any] = record.data
    return data


def replay_of(game: Game) -> Replay:
    """Replays a finished game. Raises `Refused` as `record_of`."""
    return replay(record_of_json(record_of(game)))


def whole_replay_of(game: Game) -> Replay:
    """`replay_of`, only for games that were played to the end.

    Also raises `Refused` ("game_cancelled").
    """
    if game.state == Game.State.CANCELLED:
        raise Refused("game_cancelled")
    return replay_of(game)


def has_record(game: Game) -> bool:
    """Whether the record of this game is available now."""
    return not game.closed and Record.objects.filter(game=game).exists()


def seen_by(game: Game, state: State, seat: int | None) -> Observation:
    """A position of a replayed game as a seat saw it; None for a spectator."""
    return ruleset(game.ruleset).observation(state, seat)
