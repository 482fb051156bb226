"""A replay in plain text for people; each game may have its own wording for it."""

from collections.abc import Callable, Iterator
from typing import Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules.base import Event
from games.rules.records import Aside, Moment, Replay

Teller = Callable[[Event], list[str]]


class ReplayWords(Protocol):
    """The interface of a game's module `replay_words`; standard library only, in English only."""

    def tell(self, event: Event) -> list[str]:
        """The lines about an event; may be none. The bids are printed before them."""


REPLAY_WORDS: Parts[ReplayWords] = Parts(GAMES, "replay_words")


def printed(replay: Replay) -> Iterator[str]:
    """The lines of a whole replay: heading, hand by hand, the end."""
    rules = replay.record.rules
    tell = _teller(rules.SLUG)
    yield _heading(replay)
    stage = 0
    for moment in replay.moments:
        position = rules.position(moment.before)
        if position.stage != stage:
            stage = position.stage
            yield ""
            yield f"Stage {stage}" + (f" of {position.stages}" if position.stages else "")
        yield f"  {_answer(moment)}"
        for event in moment.events:
            yield from (f"      {line}" for line in tell(event))
    yield ""
    yield _end(replay)


def _teller(slug: str) -> Teller:
    return REPLAY_WORDS[slug].tell if slug in REPLAY_WORDS else tell_plainly


def _heading(replay: Replay) -> str:
    record = replay.record
    options = ", ".join(f"{name} {_plain(value)}" for name, value in record.options.items())
    return f"{record.rules.SLUG}, rules {record.rules.VERSION}, {record.seats} seats; {options}"


def _answer(moment: Moment) -> str:
    if isinstance(moment.answer, Aside):
        return f"Aside   seat {moment.answer.seat}: {moment.answer.act}"
    bids = ", ".join(f"seat {seat}: {bid}" for seat, bid in sorted(moment.answer.items()))
    return f"Hand {moment.number:<3}{bids}"


def tell_plainly(event: Event) -> list[str]:
    """Any event of any game: its kind, followed by its data."""
    data = ", ".join(f"{name} {_plain(value)}" for name, value in event.data.items())
    kind = event.kind.replace("_", " ")
    return [f"{kind}: {data}" if data else kind]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{name} {_plain(item)}" for name, item in value.items())
    return "none" if value is None else str(value)


def _end(replay: Replay) -> str:
    if replay.outcome is None:
        seats = replay.record.rules.awaiting(replay.state)
        waiting = f"{seats_named(seats)} to bid" if seats else "a shuffle is due"
        return f"The record ends here; the game still runs, {waiting}."
    winners = replay.outcome.winners
    verb = "wins" if len(winners) == 1 else "share the victory"
    scores = ", ".join(f"seat {s}: {score}" for s, score in enumerate(replay.outcome.scores))
    named = seats_named(winners)
    return f"{named[0].upper()}{named[1:]} {verb}.  Scores: {scores}."


def seats_named(seats: tuple[int, ...] | list[int]) -> str:
    """ "seat 1", "seats 1 and 2", "seats 0, 1 and 2"."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}" if seats else "nobody"
