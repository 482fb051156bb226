"""Rowboat: sentences about a resolved hand."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat import shapes
from games.catalogue.rowboat.wording.scoring import capsized, game_over, play_on, stage_scored
from games.catalogue.rowboat.wording.words import bare_card, by, the_card
from games.wording.base import Seating
from games.wording.lists import listed

Told = Callable[[Any, Seating], list[str]]  # takes its own kind of event


def sentences(events: Sequence[shapes.Event], seating: Seating) -> list[str]:
    """The events of a hand as sentences, in order; the last is the upshot."""
    return [
        sentence
        for event in events
        if (teller := _TELLERS.get(event["kind"])) is not None
        for sentence in teller(event, seating)
    ]


def _moon(event: shapes.Moon, seating: Seating) -> list[str]:
    if event["count"] is None:
        return [
            by(
                event["seat"],
                seating,
                _("You kept your Moon for a later deal."),
                _("%(name)s kept the Moon for a later deal."),
            )
        ]
    return [
        by(
            event["seat"],
            seating,
            _("You played the Moon: the Tide has exactly %(count)s cards."),
            _("%(name)s played the Moon: the Tide has exactly %(count)s cards."),
            count=event["count"],
        )
    ]


def _tide_laid(event: shapes.TideLaid, seating: Seating) -> list[str]:
    cards = listed([bare_card(card) for card in event["tide"]])
    return [_("The Tide is laid out: %(cards)s.") % {"cards": cards}]


def _stage_dealt(event: shapes.StageDealt, seating: Seating) -> list[str]:
    values = {"stage": event["stage"], "cards": event["cards"]}
    return [
        by(
            event["dealer"],
            seating,
            _("Deal %(stage)s: you dealt everybody %(cards)s cards."),
            _("Deal %(stage)s: %(name)s dealt everybody %(cards)s cards."),
            **values,
        ),
        by(event["first"], seating, _("You begin."), _("%(name)s begins.")),
    ]


def _exchanged(event: shapes.Exchanged, seating: Seating) -> list[str]:
    if seating.reader is None:
        return [_("All partners exchanged cards.")]
    name = seating.names[(seating.reader + 2) % 4]
    return [
        _("All partners exchanged cards; the one %(name)s gave you is among yours.")
        % {"name": name}
    ]


def _bid(event: shapes.Bid, seating: Seating) -> list[str]:
    yours, theirs = _("You bid %(bid)s."), _("%(name)s bid %(bid)s.")
    return [by(event["seat"], seating, yours, theirs, bid=event["bid"])]


def _played(event: shapes.Played, seating: Seating) -> list[str]:
    return [
        by(
            event["seat"],
            seating,
            _("You played %(card)s."),
            _("%(name)s played %(card)s."),
            card=the_card(event["card"]),
        )
    ]


def _trick_won(event: shapes.TrickWon, seating: Seating) -> list[str]:
    seat, values = event["seat"], {"trick": event["trick"], "count": event["count"]}
    if event["pending"]:
        return [
            by(
                seat,
                seating,
                _("You won trick %(trick)s and what was waiting: %(count)s tricks at once."),
                _("%(name)s won trick %(trick)s and what was waiting: %(count)s tricks at once."),
                **values,
            )
        ]
    yours, theirs = _("You won trick %(trick)s."), _("%(name)s won trick %(trick)s.")
    return [by(seat, seating, yours, theirs, **values)]


def _trick_tied(event: shapes.TrickTied, seating: Seating) -> list[str]:
    values = {"trick": event["trick"], "pending": event["pending"]}
    if event["lost"]:
        lost = ngettext(
            "Trick %(trick)s, the last one, is tied: nobody gets it.",
            "Trick %(trick)s, the last one, is tied: nobody gets it, nor what was waiting.",
            event["pending"],
        )
        return [lost % values]
    waits = ngettext(
        "Trick %(trick)s is tied; it waits for whoever wins the next one.",
        "Trick %(trick)s is tied; %(pending)s tricks wait now for whoever wins the next one.",
        event["pending"],
    )
    return [waits % values]


def _looked(event: shapes.Looked, seating: Seating) -> list[str]:
    return [
        by(
            event["seat"],
            seating,
            _("You lit your Lighthouse, to look at other cards."),
            _("%(name)s lit the Lighthouse, to look at other cards."),
        )
    ]


_TELLERS: dict[str, Told] = {
    "moon": _moon,
    "tide_laid": _tide_laid,
    "stage_dealt": _stage_dealt,
    "exchanged": _exchanged,
    "bid": _bid,
    "played": _played,
    "trick_won": _trick_won,
    "trick_tied": _trick_tied,
    "looked": _looked,
    "stage_scored": stage_scored,
    "capsized": capsized,
    "play_on": play_on,
    "game_over": game_over,
}
