"""Turning Tides: sentences about a resolved hand, an aside, and the end.

That the ships sail on by one zone at the end of each turn isn't mentioned.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turning_tides import shapes
from games.catalogue.turning_tides.wording.asking import place_words
from games.catalogue.turning_tides.wording.attacks import attacked
from games.catalogue.turning_tides.wording.words import card_word, cards_words
from games.wording.base import Seating
from games.wording.lists import listed, named, started

Told = Callable[[Any, Seating], str]  # takes its own kind of event
PART_OF_AN_ATTACK = ("captain_lost", "pawn_moved")


def sentences(events: Sequence[shapes.Event], seating: Seating) -> list[str]:
    """The events of a hand as sentences, in order; the last is the upshot."""
    told: list[str] = []
    for index, event in enumerate(events):
        if event["kind"] in ("swung", "fired"):
            told.append(attacked(event, _following(events, index), seating))
        elif not _told_before(events, index):
            told.append(_TELLERS[event["kind"]](event, seating))
    return [sentence for sentence in told if sentence]


def _following(events: Sequence[shapes.Event], index: int) -> list[shapes.Event]:
    """The immediate consequences of an attack."""
    found: list[shapes.Event] = []
    for event in events[index + 1 :]:
        if event["kind"] not in PART_OF_AN_ATTACK:
            break
        found.append(event)
    return found


def _told_before(events: Sequence[shapes.Event], index: int) -> bool:
    """Whether an earlier sentence, about an attack or taking the pawn, has covered this event."""
    if events[index]["kind"] not in PART_OF_AN_ATTACK:
        return False
    while index and events[index]["kind"] in PART_OF_AN_ATTACK:
        index -= 1
    cause = events[index]
    if cause["kind"] == "navigated":
        return cause["how"] == "claim"
    return cause["kind"] in ("swung", "fired")


def _by(event: shapes.SeatEvent, seating: Seating, yours: str, theirs: str, **values: Any) -> str:
    """`yours` if the reader did it, otherwise `theirs` with the name."""
    text = yours if event["seat"] == seating.reader else theirs
    return text % {"name": seating.names[event["seat"]], **values}


def _revealed(event: shapes.Revealed, seating: Seating) -> str:
    cards = [
        _("%(name)s %(card)s") % {"name": named(seat, seating), "card": card_word(card)}
        for seat, card in enumerate(event["cards"])
    ]
    return _("Revealed: %(cards)s.") % {"cards": listed(cards)}


def _nothing_done(event: shapes.NothingDone, seating: Seating) -> str:
    return _by(
        event,
        seating,
        _("Your %(card)s could not be carried out."),
        _("%(name)s’s %(card)s could not be carried out."),
        card=card_word(event["card"]),
    )


def _placed(event: shapes.Placed, seating: Seating) -> str:
    where = place_words(event["at"])
    if event["unit"] == "sailor":
        yours, theirs = (
            _("You placed a sailor on %(where)s."),
            _("%(name)s placed a sailor on %(where)s."),
        )
    else:
        yours, theirs = (
            _("You placed a cannon on %(where)s."),
            _("%(name)s placed a cannon on %(where)s."),
        )
    return _by(event, seating, yours, theirs, where=where)


def _moved(event: shapes.Moved, seating: Seating) -> str:
    yours, theirs = {
        "captain": (
            _("You moved your captain from %(start)s to %(end)s."),
            _("%(name)s moved the captain from %(start)s to %(end)s."),
        ),
        "sailor": (
            _("You moved a sailor from %(start)s to %(end)s."),
            _("%(name)s moved a sailor from %(start)s to %(end)s."),
        ),
        "cannon": (
            _("You moved a cannon from %(start)s to %(end)s."),
            _("%(name)s moved a cannon from %(start)s to %(end)s."),
        ),
    }[event["unit"]]
    places = {"start": place_words(event["from"]), "end": place_words(event["to"])}
    return _by(event, seating, yours, theirs, **places)


def _navigated(event: shapes.Navigated, seating: Seating) -> str:
    yours, theirs = {
        "forward": (
            _("You steered a zone forward, to step %(step)s."),
            _("%(name)s steered a zone forward, to step %(step)s."),
        ),
        "back": (
            _("You steered a zone back, to step %(step)s."),
            _("%(name)s steered a zone back, to step %(step)s."),
        ),
        "claim": (
            _("You took the initiative pawn."),
            _("%(name)s took the initiative pawn."),
        ),
    }[event["how"]]
    return _by(event, seating, yours, theirs, step=event["offset"])


def _promoted(event: shapes.Promoted, seating: Seating) -> str:
    return _by(
        event,
        seating,
        _("You spent %(card)s on a promotion: the sailor on zone %(at)s is captain now."),
        _("%(name)s spent %(card)s on a promotion: the sailor on zone %(at)s is captain now."),
        card=card_word(event["card"]),
        at=event["at"],
    )


def _captain_lost(event: shapes.CaptainLost, seating: Seating) -> str:
    return _by(event, seating, _("You lost your captain."), _("%(name)s lost the captain."))


def _pawn_moved(event: shapes.PawnMoved, seating: Seating) -> str:
    return _by(event, seating, _("The pawn went to you."), _("The pawn went to %(name)s."))


def _sailed(event: shapes.Sailed, seating: Seating) -> str:
    if event["why"] != "waited":
        return ""
    return _("Both waited, so the ships sailed one zone further at once.")


def _round_over(event: shapes.RoundOver, seating: Seating) -> str:
    return _("The ships have passed each other: round %(round)s is over.") % event


def _round_began(event: shapes.RoundBegan, seating: Seating) -> str:
    return _(
        "Round %(round)s begins: the ships have turned about, and side %(side)s of each faces "
        "the enemy."
    ) % {"round": event["round"], "side": event["facing"].upper()}


def _fire_joined(event: shapes.FireJoined, seating: Seating) -> str:
    return _by(
        event,
        seating,
        _("You shuffled a Fire from the hold into your draw pile."),
        _("%(name)s shuffled a Fire from the hold into the draw pile."),
    )


def _exchanged(event: shapes.Exchanged, seating: Seating) -> str:
    if not event["given"]:
        return _by(
            event, seating, _("You kept all your cards."), _("%(name)s kept all their cards.")
        )
    return _by(
        event,
        seating,
        _("You gave %(given)s and took %(taken)s."),
        _("%(name)s gave %(given)s and took %(taken)s."),
        given=cards_words(event["given"]),
        taken=cards_words(event["taken"]),
    )


def _stowed(event: shapes.Stowed, seating: Seating) -> str:
    count = event["count"]
    yours = ngettext(
        "You put %(count)s card face down into the hold for the damage.",
        "You put %(count)s cards face down into the hold for the damage.",
        count,
    )
    theirs = ngettext(
        "%(name)s put %(count)s card face down into the hold for the damage.",
        "%(name)s put %(count)s cards face down into the hold for the damage.",
        count,
    )
    return _by(event, seating, yours, theirs, count=count)


def _offered(event: shapes.Offered, seating: Seating) -> str:
    return _by(event, seating, _("You offered to surrender."), _("%(name)s offers to surrender."))


def _refused(event: shapes.OfferRefused, seating: Seating) -> str:
    return _by(
        event,
        seating,
        _("You refused the surrender: the fight goes on."),
        _("%(name)s refused the surrender: the fight goes on."),
    )


def _offer_lapsed(event: shapes.OfferLapsed, seating: Seating) -> str:
    return _by(
        event,
        seating,
        _("Your offer to surrender wasn’t answered and has lapsed."),
        _("%(name)s’s offer to surrender wasn’t answered and has lapsed."),
    )


def _surrendered(event: shapes.Surrendered, seating: Seating) -> str:
    return _by(event, seating, _("You surrendered."), _("%(name)s surrendered."))


def _game_over(event: shapes.GameOver, seating: Seating) -> str:
    loser: shapes.SeatEvent = {"seat": 1 - event["winner"]}
    why = {
        "zones": (
            _("The last zone that had to fall on your ship is destroyed."),
            _("The last zone that had to fall on %(name)s’s ship is destroyed."),
        ),
        "crew": (_("Your crew is gone."), _("%(name)s’s crew is gone.")),
        "captain": (_("Your captain is gone."), _("%(name)s’s captain is gone.")),
        "captain_and_zone": (
            _("A zone of your ship and your captain are gone."),
            _("A zone of %(name)s’s ship and the captain are gone."),
        ),
        "surrender": ("", ""),  # mentioned before
    }[event["why"]]
    won = result({"winners": [event["winner"]]}, seating)
    return f"{_by(loser, seating, *why)} {won}".strip()


def result(outcome: Mapping[str, Any], seating: Seating) -> str:
    winner = outcome["winners"][0]
    if winner == seating.reader:
        return _("You have won.")
    return started(_("%(name)s has won.") % {"name": seating.names[winner]})


_TELLERS: dict[str, Told] = {
    "revealed": _revealed,
    "nothing_done": _nothing_done,
    "placed": _placed,
    "moved": _moved,
    "navigated": _navigated,
    "promoted": _promoted,
    "captain_lost": _captain_lost,
    "pawn_moved": _pawn_moved,
    "sailed": _sailed,
    "round_over": _round_over,
    "round_began": _round_began,
    "fire_joined": _fire_joined,
    "exchanged": _exchanged,
    "stowed": _stowed,
    "offered": _offered,
    "refused": _refused,
    "offer_lapsed": _offer_lapsed,
    "surrendered": _surrendered,
    "game_over": _game_over,
}
