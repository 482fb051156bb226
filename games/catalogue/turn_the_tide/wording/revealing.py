"""Turn the Tide: the cards of a resolved hand, one by one, for its page."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.shapes import Event, Observation, StageScored, Took
from games.catalogue.turn_the_tide.wording.water import theirs_did, yours_did
from games.wording.base import Seating
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
    played: Mapping[str, int] = next((e["bids"] for e in events if e["kind"] == "played"), {})
    facts = _Facts(
        cards={int(seat): card for seat, card in played.items()},
        may_choose={e["seat"] for e in events if e["kind"] == "may_choose"},
        chose={e["seat"] for e in events if e["kind"] == "chose"},
        took={e["seat"]: e for e in events if e["kind"] == "took"},
        paid=paid_in(events),
        before=before,
        seating=seating,
    )
    order = sorted(facts.cards, key=facts.cards.__getitem__, reverse=True) or list(facts.took)
    return [facts.of(seat) for seat in order]


@dataclass(frozen=True)
class _Facts:
    cards: Mapping[int, int]
    may_choose: Set[int]
    chose: Set[int]
    took: Mapping[int, Took]
    paid: Mapping[int, str]
    before: Observation
    seating: Seating

    def of(self, seat: int) -> Shown:
        took = self.took.get(seat)
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

    def _act(self, seat: int, took: Took | None) -> str:
        if seat in self.may_choose:
            return _("Highest: may choose a tide.")
        if took is None:
            return self._no_tide(seat)
        if seat in self.chose:
            return _("Chose the %(tide)s.") % took
        if took["rank"] == 1:
            return _("Highest: took the %(tide)s.") % took
        return _("Second: took the %(tide)s.") % took

    def _no_tide(self, seat: int) -> str:
        second = len(self.cards) > 1 and seat == sorted(self.cards, key=self.cards.__getitem__)[-2]
        if self.may_choose and second:
            return _("Second: takes what is left.")
        return _("Took nothing.")

    def _water(self, seat: int, took: Took | None) -> str:
        mine, name = seat == self.seating.reader, self.seating.names[seat]
        if took is not None:
            level, tide = took["before"], took["tide"]
            return started(yours_did(level, tide) if mine else theirs_did(name, level, tide)) + "."
        if self.may_choose:
            return ""
        level = self.before["seats"][seat]["tide"]
        return _("Stays dry.") if level is None else _("Stays at %(level)s.") % {"level": level}

    def _cost(self, seat: int) -> str:
        match self.paid.get(seat):
            case "lost":
                return _("Deepest: one belt lost.")
            case "out":
                return _("Deepest without a belt: out of the stage.")
        return ""


def paid_in(events: Sequence[Event]) -> dict[int, str]:
    """By seat: "lost" if it gave up a belt, "out" if it is out of the stage."""
    signs = {"paid": "lost", "out": "out"}
    return {e["seat"]: signs[e["kind"]] for e in events if e["kind"] in ("paid", "out")}


def scored_in(events: Sequence[Event]) -> StageScored | None:
    """The scoring event, if this hand ended a stage."""
    return next((event for event in events if event["kind"] == "stage_scored"), None)
