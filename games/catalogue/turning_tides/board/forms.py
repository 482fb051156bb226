"""Turning Tides' forms: what they offer, and the answers they submit.

An answer with several parts (who moves where; which cards for which) is chosen part by part,
without JavaScript, and composed here in the notation of the records. The rules decide whether it is
legal.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turning_tides.plan_vocabulary import say
from games.catalogue.turning_tides.rules.cards import in_order
from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.rules.ships import opposite
from games.catalogue.turning_tides.rules.state import enemy
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording import sea
from games.catalogue.turning_tides.wording.asking import label, parts, unit_word
from games.catalogue.turning_tides.wording.weighing import level, now_words, then_words
from games.catalogue.turning_tides.wording.words import (
    DOES,
    card_word,
    towards,
    zone_words,
)
from games.game_view import GameView
from games.web.boards.base import Unclear
from games.wording.base import Seating
from games.wording.lists import started

CLOSING = "games/turning_tides/closing.html"


def answer(view: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
    """The parts of the form for this phase; `given` is preselected."""
    table: Observation = view.table
    phase = table["phase"]
    form = {"closing": CLOSING, "phase": phase, "others_in": _others_in(view), "alone": view.alone}
    if phase == "choose":
        cards = [_card(table, card) for card in choices]
        effects = [(card["value"], card["note"]) for card in cards]
        card, follow = say(given) or ("", "")
        both = f"{card} {follow}" if follow and card in choices else ""
        followings = _followings(choices, both)
        return {**form, "cards": cards, "effects": effects, "followings": followings, "both": both}
    if phase == "exchange":
        return {**form, **_exchange(table, given)}
    if phase == "damage":
        return {**form, **_damage(table, given)}
    task = executing(table)
    form["verb"] = _verb(task["card"], task["promotion"])
    if task["card"] == "move" and not task["promotion"]:
        return {**form, **_moves(table, choices)}
    options = [_option(table, choice, view.seating) for choice in choices]
    effects = [(each["value"], f"{each['title']}. {each['text']}") for each in options]
    return {**form, "options": options, "effects": effects}


def _others_in(view: GameView) -> str:
    """The name of the other player, if they have answered."""
    other = enemy(view.index or 0)
    return view.seating.names[other] if other in view.seats_in else ""


def _card(table: Observation, card: str) -> dict[str, Any]:
    count = sum(held == card for held in table["you"]["cards"])
    note = now_words(table, card)
    if count > 1:
        note = _("%(count)s of them. %(note)s") % {"count": count, "note": note}
    return {
        "value": card,
        "level": level(table, card),
        "word": card_word(card),
        "text": str(DOES[card]),
        "note": note,
    }


FOLLOWING = {
    "sailor": [f"at {zone}" for zone in range(1, 8)],
    "navigate": ["forward", "back", "claim"],
    "swing": [f"from {zone}" for zone in range(1, 8)],
    "fire": [f"from {zone}" for zone in range(1, 8)],
}


def _followings(choices: Sequence[str], both: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """By card name, the follow-ups that can be given together with it: (answer, label). The one
    in `both`, which may have come by e-mail, is among them."""
    offered = {card: [f"{card} {does}" for does in FOLLOWING.get(card, ())] for card in choices}
    if both and both not in (given := offered[both.partition(" ")[0]]):
        given.append(both)
    return [
        (card_word(card), [(each, label(each.removeprefix(f"{card} "))) for each in answers])
        for card, answers in offered.items()
        if answers
    ]


def _verb(card: str, promotion: bool) -> str:
    """The label of the button."""
    if promotion:
        return _("Promote")
    return {
        "sailor": _("Place the sailor"),
        "cannon": _("Place the cannon"),
        "move": _("Move"),
        "navigate": _("Navigate"),
        "swing": _("Swing"),
        "fire": _("Fire"),
    }[card]


def headline(card: str, promotion: bool) -> str:
    """The question asked while a card is carried out, as a heading."""
    if promotion:
        return _("Who becomes captain?")
    return {
        "sailor": _("Sailor: on which zone?"),
        "cannon": _("Cannon: on which zone and side?"),
        "move": _("Move: who, and where to?"),
        "navigate": _("Navigate: which way?"),
        "swing": _("Swing: from which zone?"),
        "fire": _("Fire: from which zone?"),
    }[card]


def _option(table: Observation, choice: str, seating: Seating) -> dict[str, Any]:
    """One choice for a card being carried out: zone numbers and a description."""
    words = choice.split()
    zone = int(words[-1][0]) if words[-1][0].isdecimal() else None
    return {
        "value": choice,
        "zone": zone,
        "place": words[-1],
        "single": zone is not None and len(words[-1]) == 1,  # the only choice for this zone
        "facing": opposite(table["offset"], zone) if zone else None,
        "title": _option_title(table, choice, seating),
        "text": _option_text(table, choice, seating),
    }


def _option_text(table: Observation, choice: str, seating: Seating) -> str:
    """The description without what the title says already."""
    if choice.startswith("at "):
        return sea.faces(table, int(choice[3]))
    return then_words(table, choice, seating)


def _option_title(table: Observation, choice: str, seating: Seating) -> str:
    """Its name, which begins with the zone that is asked for."""
    words, seat = choice.split(), table["you"]["seat"]
    if words[0] == "from":
        facing = opposite(table["offset"], int(words[1]))
        theirs = sea.their_zone(seat, facing or 0, seating)
        return _("Zone %(zone)s, facing %(theirs)s") % {"zone": words[1], "theirs": theirs}
    if words[0] in ("at", "promote"):
        place = words[1]
        own = _("Zone %(zone)s") % {"zone": place[0]}
        if len(place) > 1:
            return f"{own}, {towards(place[1], table['facing'])}"
        here = zone_words(sea.zone_of(table, seat, int(place)), table["facing"])
        return f"{own}: {here}"
    return started(label(choice))


def _moves(table: Observation, choices: Sequence[str]) -> dict[str, Any]:
    """The units that can move, each with its possible destinations."""
    split = [choice.split() for choice in choices]
    units = list(dict.fromkeys((unit, start) for unit, start, _to, _end in split))
    return {"units": [_unit(table, number, *each, split) for number, each in enumerate(units, 1)]}


def _unit(
    table: Observation, number: int, unit: str, start: str, split: Sequence[Sequence[str]]
) -> dict[str, Any]:
    ends = sorted(words[3] for words in split if (words[0], words[1]) == (unit, start))
    return {
        "number": number,
        "value": f"{unit} {start}",
        "unit": unit,
        "place": start,
        "title": started(unit_word(unit)),
        "text": _from_words(table, start),
        "zones": [
            {"value": f"{unit} {start} to {end}", "place": end, "text": _to_words(table, end)}
            for end in ends
        ],
    }


def _to_words(table: Observation, end: str) -> str:
    zone = _("Zone %(zone)s") % {"zone": end[0]}
    more = towards(end[1], table["facing"]) if len(end) > 1 else sea.faces(table, int(end))
    return f"{zone}, {more}"


def _from_words(table: Observation, start: str) -> str:
    zone = _("on zone %(zone)s") % {"zone": start[0]}
    return f"{zone}, {towards(start[1], table['facing'])}" if len(start) > 1 else zone


def _exchange(table: Observation, given: str) -> dict[str, Any]:
    words = given.split()
    gave, took = parts(words) if "for" in words else ([], [])
    held = [card for card in table["you"]["cards"] if card != "wait"]
    lying = table["ships"][table["you"]["seat"]]["exchange"]
    return {
        "give": _ticks(held, gave),
        "take": _ticks(lying, took),
        "most": min(len(held), len(lying)),
    }


def _damage(table: Observation, given: str) -> dict[str, Any]:
    count = table["ships"][table["you"]["seat"]]["destroyed"]
    return {"count": count, "pool": _ticks(in_order(sea.pool(table)), given.split()[1:])}


def _ticks(cards: Sequence[str], ticked: Sequence[str]) -> list[dict[str, Any]]:
    """One checkbox per card; of equal cards as many are ticked as were chosen."""
    left = Counter(ticked)
    boxes = []
    for number, card in enumerate(cards):
        boxes.append({"card": card, "number": number, "checked": left[card] > 0})
        left[card] -= 1
    return boxes


def compose(sent: QueryDict) -> str:
    """The answer in a submitted form. Raises `Unclear` if its parts don't fit together."""
    if "swap" in sent:
        return _swap(sent.getlist("give"), sent.getlist("take"))
    if "stow_count" in sent:
        return _stow(sent.getlist("stow"), sent.get("stow_count", ""))
    if "mover" in sent:
        return _move(sent)
    card, follow = sent.get("bid", ""), sent.get("follow", "")
    return _both(card, follow, unchanged=follow == sent.get("followed"))


def _both(card: str, follow: str, *, unchanged: bool) -> str:
    """A card with its follow-up, if one was chosen. One that the form began with goes with its
    card when another card is chosen."""
    fits = bool(card) and follow.partition(" ")[0] == card
    if not follow or (card and unchanged and not fits):
        return card
    if not fits:
        raise Unclear(_("The follow-up belongs to a different card from the one you chose."), card)
    return follow


def _swap(given: Sequence[str], taken: Sequence[str]) -> str:
    text = f"swap {' '.join(given)} for {' '.join(taken)}"
    if not given and not taken:
        raise Unclear(_("You ticked nothing. Tick what you give and what you take, or keep all."))
    if len(given) != len(taken):
        counts = {"given": len(given), "taken": len(taken)}
        message = _(
            "Cards are swapped one for one, but you ticked %(given)s to give and %(taken)s to take."
        )
        raise Unclear(message % counts, text)
    return text


def _stow(cards: Sequence[str], count: str) -> str:
    text = f"stow {' '.join(cards)}".strip()
    wanted = int(count) if count in ("1", "2") else 0
    if wanted and len(cards) != wanted:
        message = ngettext(
            "%(n)s card goes into the hold, but you ticked %(ticked)s.",
            "%(n)s cards go into the hold, but you ticked %(ticked)s.",
            wanted,
        )
        raise Unclear(message % {"n": wanted, "ticked": len(cards)}, text)
    return text


def _move(sent: QueryDict) -> str:
    pair = sent.get("bid", "")
    if " to " not in pair:
        raise Unclear(_("Choose both: who or what moves, and where to."), pair)
    return pair
