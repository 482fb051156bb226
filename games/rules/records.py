"""Records: a whole game as JSON; building, reading and replaying them (docs/records.md).

Reading is strict. Whatever should not be in a record is refused with `BadRecord`, in one sentence
that names the hand and the reason.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.base import Event, Item, Json, OptionValue, Outcome, Ruleset, State
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import BadRecord, BidError, RulesError, listed
from games.rules.registry import ruleset

FORMAT = "tideweb-record/1"
FORMATS = (FORMAT, "tideweb-record/2")
REQUIRED = ("format", "game", "rules", "seats", "shuffles", "hands")
# Keys that the first format allows and ignores belong to the second; both are replayed alike.
PROOF = ("id", "players", "secret", "commitment", "entropies", "seed", "salts", "receipts")
REQUIRED_2 = (*REQUIRED, "options", *PROOF, "start", "ended", "checksum")

Bids = Mapping[int, str]


class Aside(NamedTuple):
    """What a seat did out of turn, between two hands."""

    seat: int
    act: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the right shape. Whether the rules allow it, `replay` finds out."""

    rules: Ruleset
    seats: int
    options: Mapping[str, OptionValue]
    shuffles: Sequence[object]
    hands: Sequence[Bids | Aside]
    outcome: Json
    has_outcome: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """One hand or aside of a replay.

    `number` counts the hands from 1; an aside has the number of the hand before it. `awaiting` and
    `legal` (by seat) are what the state `before` asks for; `after` is the state that follows.
    """

    number: int
    before: State
    awaiting: tuple[int, ...]
    legal: Mapping[int, list[str]]
    answer: Bids | Aside
    events: tuple[Event, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record: every moment, the last state, and the outcome if it is over."""

    record: Record
    moments: tuple[Moment, ...]
    state: State
    outcome: Outcome | None


# Building


def build_record(
    slug: str,
    version: int,
    seats: int,
    options: Mapping[str, OptionValue],
    shuffles: Iterable[Sequence[Item]],
    hands: Iterable[Bids | Aside],
    outcome: Outcome | None,
) -> dict[str, Json]:
    """The record of a game, finished or not, as JSON values."""
    record: dict[str, Json] = {
        "format": FORMAT,
        "game": slug,
        "rules": version,
        "seats": seats,
        "options": dict(options),
        "shuffles": [list(order) for order in shuffles],
        "hands": [_hand_as_json(hand) for hand in hands],
    }
    return record if outcome is None else {**record, "outcome": outcome.as_json()}


def _hand_as_json(hand: Bids | Aside) -> dict[str, Json]:
    if isinstance(hand, Aside):
        return {"aside": {"seat": hand.seat, "act": hand.act}}
    return {str(seat): hand[seat] for seat in sorted(hand)}


# Reading


def read_record(text: str | bytes) -> Record:
    """The record in a JSON text (UTF-8).  Raises `BadRecord` if its shape is wrong."""
    return record_of(parsed(text))


def parsed(text: str | bytes) -> Json:
    """The values in a JSON text (UTF-8), parsed strictly. Raises `BadRecord`."""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        found = json.loads(decoded, object_pairs_hook=_object, parse_constant=_no_constant)
        json.dumps(found, ensure_ascii=False).encode()  # or none could be hashed or printed
        return found
    except RulesError:
        raise
    except UnicodeEncodeError as error:
        raise BadRecord(f"UTF-8 has no character {error.object[error.start]!r}.") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"The record is not JSON: {error}.") from None


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRecord(f"The record has the key {twice!r} twice in one object.")
    return found


def _no_constant(name: str) -> Json:
    raise BadRecord(f"The record is not JSON: {name} is no JSON number.")


def record_of(data: Json) -> Record:
    """The record in parsed JSON.  Raises `BadRecord` if its shape is wrong."""
    if not isinstance(data, dict):
        raise BadRecord("The record is not a JSON object.")
    for name in REQUIRED_2 if data.get("format") == FORMATS[1] else REQUIRED:
        if name not in data:
            raise BadRecord(f"The record has no {name!r}.")
    rules = _rules_of(data)
    try:
        seats = checked_seats(rules.SEATS, data["seats"])
        options = checked_options(rules.OPTIONS, _of_type(data.get("options", {}), dict, "options"))
    except RulesError as error:
        raise BadRecord(f"The record is refused: {error}") from None
    hands = _of_type(data["hands"], list, "hands")
    return Record(
        rules=rules,
        seats=seats,
        options=options,
        shuffles=_of_type(data["shuffles"], list, "shuffles"),
        hands=_hands_of(hands, seats),
        outcome=data.get("outcome"),
        has_outcome="outcome" in data,
    )


def _rules_of(data: dict[str, Json]) -> Ruleset:
    if data["format"] not in FORMATS:
        known = listed([repr(each) for each in FORMATS])
        raise BadRecord(f"The format is {data['format']!r}; these can be read: {known}.")
    rules = ruleset(_of_type(data["game"], str, "game"))
    if _of_type(data["rules"], int, "rules") != rules.VERSION:
        raise BadRecord(
            f"The rules of {rules.SLUG} in version {data['rules']} are not known; "
            f"version {rules.VERSION} is."
        )
    return rules


def _of_type(value: Json, wanted: type, name: str) -> Any:
    """The value, if it has exactly this JSON type (`true` is not a number)."""
    if type(value) is not wanted:
        words = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise BadRecord(f"{name!r} must be {words[wanted]}, not {_short(value)}.")
    return value


def _short(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _hands_of(data: list[Json], seats: int) -> list[Bids | Aside]:
    hands: list[Bids | Aside] = []
    number = 0
    for entry in data:
        is_aside = isinstance(entry, dict) and "aside" in entry
        number += not is_aside
        try:
            hands.append(_aside_of(entry, seats) if is_aside else _bids_of(entry, seats))
        except BadRecord as error:
            raise BadRecord(f"{_place(number, is_aside)}: {error}") from None
    return hands


def _place(number: int, is_aside: bool) -> str:
    return f"Aside after hand {number}" if is_aside else f"Hand {number}"


def _aside_of(entry: dict[str, Json], seats: int) -> Aside:
    inner = _of_type(entry["aside"], dict, "aside")
    if set(entry) != {"aside"} or set(inner) != {"seat", "act"}:
        raise BadRecord("an aside holds exactly 'seat' and 'act', and stands by itself.")
    seat = _of_type(inner["seat"], int, "seat")
    if not 0 <= seat < seats:
        raise BadRecord(f"there is no seat {seat} among {seats}.")
    return Aside(seat, _of_type(inner["act"], str, "act"))


def _bids_of(entry: Json, seats: int) -> Bids:
    numbers = {str(seat): seat for seat in range(seats)}
    bids: dict[int, str] = {}
    for key, bid in _of_type(entry, dict, "a hand").items():
        if key not in numbers:
            raise BadRecord(f"{key!r} is not a seat; seats are: {listed(list(numbers))}.")
        bids[numbers[key]] = _of_type(bid, str, f"the bid of seat {key}")
    return bids


# Playing through again


def replay(record: Record, listed_items: list[list[Item]] | None = None) -> Replay:
    """Replays the record to its end. Raises `BadRecord` at the first mistake.

    `listed_items` collects the items of each shuffle, as far as the replay gets.
    """
    orders = _Orders(list(record.shuffles), [] if listed_items is None else listed_items)
    state = _start(record)
    moments: list[Moment] = []
    number = 0
    for hand in record.hands:
        is_aside = isinstance(hand, Aside)
        number += not is_aside
        try:
            state = _shuffled(record.rules, state, orders)
            moment = _moment(record.rules, state, hand, number)
        except RulesError as error:
            raise BadRecord(f"{_place(number, is_aside)}: {error}") from None
        moments.append(moment)
        state = moment.after
    return _ended(record, moments, state, orders, number)


def _start(record: Record) -> State:
    try:
        return record.rules.start(record.seats, record.options)
    except RulesError as error:
        raise BadRecord(f"The record is refused: {error}") from None


class _Orders(NamedTuple):
    """The shuffles that are left, and the items of those already used."""

    left: list[object]
    items: list[list[Item]]


def _shuffled(rules: Ruleset, state: State, orders: _Orders) -> State:
    """The state after all shuffles that are needed now and left; removes them."""
    while (items := rules.shuffle_needed(state)) is not None and orders.left:
        orders.items.append(items)
        state = rules.shuffled(state, checked_order(items, orders.left.pop(0)))
    return state


def _moment(rules: Ruleset, state: State, hand: Bids | Aside, number: int) -> Moment:
    if rules.outcome(state) is not None:
        raise BadRecord("the game was over before it.")
    if rules.shuffle_needed(state) is not None:
        raise BadRecord("the record has no order for the shuffle before it.")
    awaiting = rules.awaiting(state)
    legal = {seat: rules.legal(state, seat) for seat in awaiting}
    if isinstance(hand, Aside):
        _check_aside(rules, state, hand)
        step = rules.aside(state, hand.seat, hand.act)
    else:
        _check_bids(rules, state, hand, legal)
        step = rules.resolve(state, hand)
    return Moment(number, state, awaiting, legal, hand, step.events, step.state)


def _check_aside(rules: Ruleset, state: State, aside: Aside) -> None:
    allowed = rules.asides(state, aside.seat)
    if aside.act not in allowed:
        raise BadRecord(
            f"seat {aside.seat} cannot do {aside.act!r} out of turn; it may do: {listed(allowed)}."
        )


def _check_bids(rules: Ruleset, state: State, bids: Bids, legal: Mapping[int, list[str]]) -> None:
    if set(bids) != set(legal):
        owed, came = sorted(legal), sorted(bids)
        raise BadRecord(f"bids are owed by exactly the seats {owed}, and came from {came}.")
    for seat, bid in sorted(bids.items()):
        if bid not in legal[seat]:
            raise BadRecord(f"seat {seat}: {_why_refused(rules, state, seat, bid)}")


def _why_refused(rules: Ruleset, state: State, seat: int, bid: str) -> str:
    try:
        canonical = rules.read(state, seat, bid)
    except BidError as error:
        return str(error)
    return f"{bid!r} is not written as in a record, where it is {canonical!r}."


def _ended(
    record: Record, moments: list[Moment], state: State, orders: _Orders, number: int
) -> Replay:
    try:
        state = _shuffled(record.rules, state, orders)
    except RulesError as error:
        raise BadRecord(f"After hand {number}: {error}") from None
    if orders.left:
        raise BadRecord(f"After hand {number}: {len(orders.left)} more orders than were asked for.")
    outcome = record.rules.outcome(state)
    if record.has_outcome:
        _check_outcome(record.outcome, outcome, number)
    return Replay(record, tuple(moments), state, outcome)


def _check_outcome(claimed: Json, outcome: Outcome | None, number: int) -> None:
    if outcome is None:
        raise BadRecord(f"After hand {number}: the record has an outcome, but the game still runs.")
    right = json.dumps(outcome.as_json(), sort_keys=True)
    if json.dumps(claimed, sort_keys=True) != right:  # as text: 1.0 and true are not 1
        raise BadRecord(f"After hand {number}: the outcome is {right}, not {_short(claimed)}.")
