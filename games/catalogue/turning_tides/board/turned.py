"""The revealed cards: what each did or still has to do."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.board.sea import COLOURS
from games.catalogue.turning_tides.rules.cards import PROMOTION_LEVEL
from games.catalogue.turning_tides.shapes import Event, Exchanged, Fired, Observation, Swung
from games.catalogue.turning_tides.wording import sentences
from games.catalogue.turning_tides.wording.sentences import PART_OF_AN_ATTACK
from games.drawing.board_cards import LEVELS
from games.wording.base import Seating
from games.wording.lists import started

ACTIONS: Final = ("placed", "moved", "navigated", "swung", "fired", "promoted", "nothing_done")


def being_carried_out(table: Observation, seating: Seating) -> list[dict[str, Any]]:
    """The two cards while one of them is being carried out; otherwise empty."""
    executing = table["executing"]
    if executing is None:
        return []
    other = 1 - executing["seat"]
    levels = {seat: table["levels"][seat] or 0 for seat in (0, 1)}
    waited = table["revealed"][other] == "wait"
    # On equal levels the pawn's holder went first, but the pawn may have moved since.
    before = levels[other] < levels[executing["seat"]] or waited
    rows = [
        _up(table, executing["seat"], seating, _("acts now."), "turn"),
        _up(table, other, seating, _other_words(table, other, before), "done" if before else ""),
    ]
    return rows[::-1] if before else rows


def _other_words(table: Observation, other: int, before: bool) -> str:
    if table["revealed"][other] == "wait":
        return _("waited.")
    if table["levels"][0] == table["levels"][1]:
        return _("has the same level.")
    return _("acted first.") if before else _("acts next.")


def _up(table: Observation, seat: int, seating: Seating, words: str, css: str) -> dict[str, Any]:
    return {
        "card": table["revealed"][seat],
        "level": table["levels"][seat],
        "name": seating.names[seat],
        "mine": seat == seating.reader,
        "words": words,
        "css": css,
    }


def turned(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> dict[str, Any]:
    """The context of `turned.html` for a resolved hand."""
    return {
        "cards": _cards(events, before, after, seating),
        "swaps": [_swap(e, seating) for e in events if e["kind"] == "exchanged"],
        "stowed": [
            {"name": seating.names[e["seat"]], "mine": e["seat"] == seating.reader, **e}
            for e in events
            if e["kind"] == "stowed"
        ],
        "scene": _scene(events),
    }


def _scene(events: Sequence[Event]) -> dict[str, Any] | None:
    """For scene.js: the attacks with their zones and effects; None if no card was revealed."""
    if not any(event["kind"] in ("revealed", *ACTIONS) for event in events):
        return None
    shots = [event for event in events if event["kind"] in ("fired", "swung")]
    return {
        "kind": "ships",
        "shots": [
            {
                "ship": COLOURS[shot["seat"]],
                "from": shot["from"],
                "foe": COLOURS[1 - shot["seat"]],
                "at": shot["at"],
                "did": did(shot),
            }
            for shot in shots
        ],
    }


def did(attack: Swung | Fired) -> str:
    """What an attack did, a Swing in the words of a Fire."""
    if attack["kind"] == "fired":
        return attack["effect"]
    return "units" if attack["removed"] else "nothing"


def _cards(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> list[dict[str, Any]]:
    """Both cards; if one is carried out over two hands, each hand shows its part."""
    cards = next((e["cards"] for e in events if e["kind"] == "revealed"), before["revealed"])
    shown = [card for card in cards if card is not None]
    if len(shown) < len(cards):
        return []
    levels = before["levels"] if before["executing"] else after["levels"]
    promoted = {event["seat"] for event in events if event["kind"] == "promoted"}
    ended = any(event["kind"] == "game_over" for event in events)
    return [
        {
            "card": card,
            "level": PROMOTION_LEVEL if seat in promoted else levels[seat] or LEVELS[card],
            "name": seating.names[seat],
            "mine": seat == seating.reader,
            "words": _act(events, seat, seating) or _undone(card, seat, before, after, ended),
        }
        for seat, card in enumerate(shown)
    ]


def _act(events: Sequence[Event], seat: int, seating: Seating) -> str:
    """What this seat's card did in this hand, including its consequences."""
    for index, event in enumerate(events):
        if event["kind"] in ACTIONS and event["seat"] == seat:
            end = index + 1
            while end < len(events) and events[end]["kind"] in PART_OF_AN_ATTACK:
                end += 1
            return " ".join(sentences(events[index:end], seating))
    return ""


def _undone(card: str, seat: int, before: Observation, after: Observation, ended: bool) -> str:
    if card == "wait":
        return _("Waited.")
    following = after["executing"]
    if following is not None and following["seat"] == seat:
        return _("Waits for its choice.")
    if before["executing"] is not None:
        return _at_the_end(seat, before) if ended else _("Acted before.")
    return _("Did not act.") if following is None else _("Acts next.")


def _at_the_end(seat: int, before: Observation) -> str:
    """As the game ends, a card that had still to act is dropped (rules 3.9).

    On equal levels the pawn's holder went first. If that is the other now, it may have got the
    pawn by being hit.
    """
    level, other = before["levels"][seat] or 0, before["levels"][1 - seat] or 0
    if level < other or (level == other and before["pawn"] == seat):
        return _("Acted before.")
    return started(_("has the same level.")) if level == other else _("Did not act.")


def _swap(event: Exchanged, seating: Seating) -> dict[str, Any]:
    return {
        "name": seating.names[event["seat"]],
        "mine": event["seat"] == seating.reader,
        "given": event["given"],
        "taken": event["taken"],
        "exchange": event["exchange"],
    }
