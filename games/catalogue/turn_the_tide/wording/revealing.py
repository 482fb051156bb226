"""Turn the Tide: the cards of a resolved hand, one by one, for its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.shapes import Observation
from games.catalogue.turn_the_tide.wording.water import theirs_did, yours_did
from games.wording.base import Event, Seating
from games.wording.lists import started


@dataclass(frozen=True)
class Shown:
    """One seat's part: its card (None in a hand that chooses a tide), the tide it took, and
    sentences about that, the water and the cost.
    """

    seat: int
    name: str
    card: int | None
    tide: int | None
    action: str
    water: str
    cost: str


def shown(events: Sequence[Event], before: Observation, seating: Seating) -> list[Shown]:
    """All seats that took part, highest card first; `before` is the table before the hand."""
    by_kind: dict[str, dict[int, Event]] = {}
    for event in events:
        if "seat" in event:
            by_kind.setdefault(event["kind"], {})[event["seat"]] = event
    played: Mapping[str, int] = next((e["bids"] for e in events if e["kind"] == "played"), {})
    cards = {int(seat): card for seat, card in played.items()}
    took = by_kind.get("took", {})
    order = sorted(cards, key=lambda seat: cards[seat], reverse=True) or list(took)
    facts = _Facts(cards, by_kind, before, seating)
    return [facts.of(seat) for seat in order]


@dataclass(frozen=True)
class _Facts:
    cards: Mapping[int, int]
    by_kind: Mapping[str, Mapping[int, Event]]
    before: Observation
    seating: Seating

    def of(self, seat: int) -> Shown:
        took = self.by_kind.get("took", {}).get(seat)
        mine = seat == self.seating.reader
        return Shown(
            seat=seat,
            name=_("You") if mine else self.seating.names[seat],
            card=self.cards.get(seat),
            tide=took["tide"] if took else None,
            action=self._act(seat, took),
            water=self._water(seat, took),
            cost=self._cost(seat),
        )

    def _act(self, seat: int, took: Event | None) -> str:
        if seat in self.by_kind.get("may_choose", {}):
            return _("Highest: may choose a tide.")
        if took is None:
            return self._no_tide(seat)
        if seat in self.by_kind.get("chose", {}):
            return _("Chose the %(tide)s.") % took
        if took["rank"] == 1:
            return _("Highest: took the %(tide)s.") % took
        return _("Second: took the %(tide)s.") % took

    def _no_tide(self, seat: int) -> str:
        second = len(self.cards) > 1 and seat == sorted(self.cards, key=self.cards.__getitem__)[-2]
        if self.by_kind.get("may_choose") and second:
            return _("Second: takes what is left.")
        return _("Took nothing.")

    def _water(self, seat: int, took: Event | None) -> str:
        mine, name = seat == self.seating.reader, self.seating.names[seat]
        if took is not None:
            level, tide = took["before"], took["tide"]
            return started(yours_did(level, tide) if mine else theirs_did(name, level, tide)) + "."
        if self.by_kind.get("may_choose"):
            return ""
        level = self.before["seats"][seat]["tide"]
        return _("Stays dry.") if level is None else _("Stays at %(level)s.") % {"level": level}

    def _cost(self, seat: int) -> str:
        if seat in self.by_kind.get("paid", {}):
            return _("Deepest: one belt lost.")
        if seat in self.by_kind.get("out", {}):
            return _("Deepest without a belt: out of the stage.")
        return ""


def paid_in(events: Sequence[Event]) -> dict[int, str]:
    """By seat: "lost" if it gave up a belt, "out" if it is out of the stage."""
    signs: dict[str, str] = {"paid": "lost", "out": "out"}
    return {e["seat"]: signs[e["kind"]] for e in events if e["kind"] in signs}


def scored_in(events: Sequence[Event]) -> Mapping[str, Any] | None:
    """The scoring event, if this hand ended a stage."""
    return next((event for event in events if event["kind"] == "stage_scored"), None)
