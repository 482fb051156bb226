"""Rowboat: sentences about the end of a deal and of the game (rules 2.7 and 2.8)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat import shapes
from games.catalogue.rowboat.wording.words import (
    gained,
    is_mine,
    side_named,
    side_seats,
    side_titled,
)
from games.drawing.plates import signed
from games.wording.base import Seating
from games.wording.lists import all_named, started


def stage_scored(event: shapes.StageScored, seating: Seating) -> list[str]:
    """A sentence that the deal is scored, and one for each side, the reader's last."""
    told = sorted(enumerate(event["sides"]), key=lambda row: is_mine(row[0], seating))
    sides = [_side(side, place, seating) for place, side in told]
    return [_("Deal %(stage)s is scored.") % event, *(text for side in sides for text in side)]


def _side(scored: shapes.SideScored, place: int, seating: Seating) -> list[str]:
    values = {
        "who": side_titled(place, seating),
        "bid": scored["bid"],
        "won": scored["won"],
        "points": gained(scored["points"]),
        "score": signed(scored["score"]),
        "bags": scored["bags"],
    }
    if scored["bid"] is None:
        return [_("%(who)s: won %(won)s, %(points)s, now %(score)s.") % values]
    told = _("%(who)s: bid %(bid)s, won %(won)s, %(points)s, now %(score)s/%(bags)s.") % values
    return [told, *_extra(scored, place, seating)]


def _extra(scored: shapes.SideScored, place: int, seating: Seating) -> list[str]:
    """Sentences about overtricks, misplays, and a win lost by misplays."""
    extra, who = [], {"who": side_titled(place, seating)}
    if scored["misplays"]:
        told = ngettext(
            "%(who)s: %(count)s misplay, which costs %(bags)s sandbags.",
            "%(who)s: %(count)s misplays, which cost %(bags)s sandbags.",
            scored["misplays"],
        )
        extra.append(told % {**who, "count": scored["misplays"], "bags": 2 * scored["misplays"]})
    if scored["cancelled"]:
        text = _("That would have won the game for %(who)s; with a misplay it scores no points.")
        extra.append(started(text % {"who": side_named(place, seating)}))
    return extra


def capsized(event: shapes.Capsized, seating: Seating) -> list[str]:
    """Sentences about capsizing."""
    times = event["times"]
    values = {"name": side_named(event["side"], seating), "off": 100 * times, "out": 5 * times}
    if is_mine(event["side"], seating):
        return [
            _("Your boat capsized: %(off)s points lost, %(out)s sandbags overboard.") % values,
        ]
    return [
        _("%(name)s’s boat capsized: %(off)s points lost, %(out)s sandbags overboard.") % values
    ]


def play_on(event: shapes.PlayOn, seating: Seating) -> list[str]:
    """A sentence about a tie at the target."""
    return [_("Equal in points and sandbags at the top: another deal decides.")]


def game_over(event: shapes.GameOver, seating: Seating) -> list[str]:
    return [result(event, seating)]


def result(outcome: Mapping[str, Any], seating: Seating) -> str:
    """Who won, and how the reader did, in a sentence."""
    winners, scores = outcome["winners"], outcome["scores"]
    best = scores[winners[0]]
    side = min(winners)
    points = ngettext("%(points)s point", "%(points)s points", abs(best)) % {"points": signed(best)}
    values = {"names": side_named(side, seating), "won": points}
    if len(winners) > len(side_seats(side, seating)):  # moderators ended it with sides level
        values["names"] = all_named(winners, seating)
        return started(_("%(names)s share the victory with %(won)s each.") % values)
    if seating.reader is None:
        return started(_("%(names)s won with %(won)s.") % values)
    if seating.reader in winners:
        return _mine(side, seating, values)
    yours = signed(scores[seating.reader])
    told = _("%(names)s won with %(won)s; you have %(yours)s.") % {**values, "yours": yours}
    return started(told)


def _mine(side: int, seating: Seating, values: dict[str, str]) -> str:
    if len(side_seats(side, seating)) == 1:
        return _("You won with %(won)s.") % values
    return started(_("%(names)s won with %(won)s.") % values)
