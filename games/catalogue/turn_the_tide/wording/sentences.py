"""Turn the Tide: sentences about a resolved hand and the end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turn_the_tide import shapes
from games.catalogue.turn_the_tide.wording.water import theirs_did, yours_did
from games.drawing.plates import signed
from games.wording.base import Seating
from games.wording.lists import all_named, listed, named, started

Told = Callable[[Any, Mapping[int, int], Seating], str]  # takes its own kind of event


def sentences(events: Sequence[shapes.Event], seating: Seating) -> list[str]:
    """The events of a hand as sentences, in order.

    The last one is the upshot: who gave up a belt, or how the stage or game ended.
    """
    played = _played(events)
    told = [
        teller(event, played, seating)
        for event in events
        if (teller := _TELLERS.get(event["kind"])) is not None
    ]
    return [sentence for sentence in told if sentence]


def _played(events: Sequence[shapes.Event]) -> dict[int, int]:
    """The cards revealed in this hand, by seat."""
    bids: Mapping[str, int] = next(
        (event["bids"] for event in events if event["kind"] == "played"), {}
    )
    return {int(seat): card for seat, card in bids.items()}


def _lower(event: shapes.Took, played: Mapping[int, int], seating: Seating) -> str:
    """The cards that took nothing, highest first."""
    if event["rank"] == 1 or len(played) < 3:
        return ""
    ranked = sorted(played, key=lambda seat: played[seat], reverse=True)[2:]
    return _("Lower: %(cards)s.") % {"cards": _cards(ranked, played, seating)}


def _cards(seats: Sequence[int], played: Mapping[int, int], seating: Seating) -> str:
    return listed(
        [
            _("%(name)s %(card)s") % {"name": named(seat, seating), "card": played[seat]}
            for seat in seats
        ]
    )


def _may_choose(event: shapes.MayChoose, played: Mapping[int, int], seating: Seating) -> str:
    low, high = event["tides"]
    seat = event["seat"]
    values = {"card": played[seat], "low": low, "high": high, "name": seating.names[seat]}
    ranked = sorted(played, key=lambda other: played[other], reverse=True)[1:]
    behind = _("Behind it: %(cards)s.") % {"cards": _cards(ranked, played, seating)}
    if seat == seating.reader:
        text = _("Your %(card)s was highest: you choose the %(low)s or the %(high)s.")
    else:
        text = _("%(name)s’s %(card)s was highest; %(name)s chooses the %(low)s or the %(high)s.")
    return f"{behind} {text % values}"


def _chose(event: shapes.Chose, played: Mapping[int, int], seating: Seating) -> str:
    values = {**event, "name": seating.names[event["seat"]]}
    if event["seat"] == seating.reader:
        return _("You chose the %(tide)s and left the %(left)s.") % values
    return _("%(name)s chose the %(tide)s and left the %(left)s.") % values


def _took(event: shapes.Took, played: Mapping[int, int], seating: Seating) -> str:
    seat, tide, before = event["seat"], event["tide"], event["before"]
    mine = seat == seating.reader
    name = seating.names[seat]
    change = yours_did(before, tide) if mine else theirs_did(name, before, tide)
    values = {"card": played.get(seat), "tide": tide, "name": name, "change": change}
    if seat not in played:
        return started(_took_after_choice(mine) % values)
    text = _took_first(mine) if event["rank"] == 1 else _took_second(mine)
    return f"{text % values} {_lower(event, played, seating)}".rstrip()


def _took_first(mine: bool) -> str:
    if mine:
        return _("Your %(card)s was highest and took the %(tide)s, so %(change)s.")
    return _("%(name)s’s %(card)s was highest and took the %(tide)s, so %(change)s.")


def _took_second(mine: bool) -> str:
    if mine:
        return _("Your %(card)s was second and took the %(tide)s, so %(change)s.")
    return _("%(name)s’s %(card)s was second and took the %(tide)s, so %(change)s.")


def _took_after_choice(mine: bool) -> str:
    if mine:
        return _("You took the %(tide)s, so %(change)s.")
    return _("%(name)s took the %(tide)s, so %(change)s.")


def _paid(event: shapes.Paid, played: Mapping[int, int], seating: Seating) -> str:
    left = event["belts_left"]
    values = {"name": seating.names[event["seat"]], "tide": event["tide"], "left": left}
    if event["seat"] == seating.reader:
        if not left:
            return _("You stood deepest, at %(tide)s, and gave up your last belt.") % values
        return (
            ngettext(
                "You stood deepest, at %(tide)s, and gave up a belt; %(left)s is left.",
                "You stood deepest, at %(tide)s, and gave up a belt; %(left)s are left.",
                left,
            )
            % values
        )
    if not left:
        return _("%(name)s stood deepest, at %(tide)s, and gave up their last belt.") % values
    return _("%(name)s stood deepest, at %(tide)s, and gave up a belt.") % values


def _out(event: shapes.Out, played: Mapping[int, int], seating: Seating) -> str:
    values = {"name": seating.names[event["seat"]], "tide": event["tide"]}
    if event["seat"] == seating.reader:
        return (
            _("You stood deepest, at %(tide)s, with no belt left: you are out of this stage.")
            % values
        )
    return (
        _("%(name)s stood deepest, at %(tide)s, with no belt left, and is out of this stage.")
        % values
    )


def _nobody_paid(event: shapes.NobodyPaid, played: Mapping[int, int], seating: Seating) -> str:
    return _("Nobody left in the stage has a tide card, so nobody gave up a belt.")


def _stage_scored(event: shapes.StageScored, played: Mapping[int, int], seating: Seating) -> str:
    points = [
        _("%(name)s %(points)s")
        % {"name": named(row["seat"], seating), "points": signed(row["points"])}
        for row in event["points"]
    ]
    lowest = [row["seat"] for row in event["points"] if row["bonus"]]
    values = {
        "stage": event["stage"],
        "points": listed(points),
        "lowest": all_named(lowest, seating),
    }
    if event["early"]:
        return (
            _(
                "Stage %(stage)s ended early, with no more than two left. Points: "
                "%(points)s, including one for the lowest water (%(lowest)s)."
            )
            % values
        )
    return (
        _(
            "Stage %(stage)s is over. Points: %(points)s, including one for the "
            "lowest water (%(lowest)s)."
        )
        % values
    )


def _game_over(event: shapes.GameOver, played: Mapping[int, int], seating: Seating) -> str:
    return result(event, seating)


def result(outcome: Mapping[str, Any], seating: Seating) -> str:
    """Who won, and how the reader did, in a sentence."""
    winners, scores = outcome["winners"], outcome["scores"]
    best = scores[winners[0]]
    won = ngettext("%(points)s point", "%(points)s points", abs(best)) % {"points": signed(best)}
    values = {"names": all_named(winners, seating), "won": won}
    if len(winners) > 1:
        return started(_("%(names)s share the victory with %(won)s each.") % values)
    if winners[0] == seating.reader:
        return _("You won with %(won)s.") % values
    if seating.reader is None:
        return _("%(names)s won with %(won)s.") % values
    yours = signed(scores[seating.reader])
    return _("%(names)s won with %(won)s; you have %(yours)s.") % {**values, "yours": yours}


_TELLERS: dict[str, Told] = {
    "may_choose": _may_choose,
    "chose": _chose,
    "took": _took,
    "paid": _paid,
    "out": _out,
    "nobody_paid": _nobody_paid,
    "stage_scored": _stage_scored,
    "game_over": _game_over,
}
