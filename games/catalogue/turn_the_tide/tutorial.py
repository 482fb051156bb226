"""Turn the Tide's tutorial: tides, cards, belts, and the points of a stage."""

from typing import Any

from django.utils.translation import gettext as _

from games.wording.tutorials import Step

TAPS = 7
TEMPLATE = "games/turn_the_tide/tutorial.html"
SHEETS = ("tideweb/css/game.css", "tideweb/css/turn-the-tide-table.css")
NAMES = ("", "Joost", "Aoife", "Henning")
HAND = (3, 11, 19, 29, 44, 57)


def steps() -> tuple[Step, ...]:
    return (_tides(), _highest(), _second(), _deepest(), _low(), _belts(), _lowest())


def end() -> str:
    """The closing text."""
    return _(
        "Then the twelve cards move on to the next player, so everybody plays every set once. "
        "What counts is what you make of them."
    )


def _plates(levels: tuple[int | None, ...], belts: tuple[int, ...], tap: bool = False) -> Any:
    lost = tuple(most - left for most, left in zip((4, 4, 3, 3), belts, strict=True))
    return [
        {
            "seat": seat + 1, "me": seat == 0, "name": name, "level": level,
            "up": belts[seat], "lost": lost[seat],
            **({"tap": str(seat)} if tap else {}),
        }
        for seat, (name, level) in enumerate(zip(NAMES, levels, strict=True))
    ]  # fmt: skip


def _cards(*cards: int, names: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"card": card, "tap": str(card)} for card in cards]
    for card, name in zip(found, names, strict=False):
        card["name"] = name
    return found


def _tides() -> Step:
    return Step(
        _("This is your island, and its water. In each hand two tides lie open."),
        _("Deep water is bad for you. Tap the tide that you would rather have."),
        "4",
        {
            "plates": _plates((None,) * 4, (4, 4, 3, 3)),
            "tides": [{"tide": 4, "tap": "4"}, {"tide": 11, "tap": "11"}],
        },
        _("That would put you under water up to 11. The other one is lower."),
    )


def _highest() -> Step:
    return Step(
        _("Right. Everybody seals one card, and then all are turned at once: the highest card "
          "takes the low tide."),
        _("You want the 4. Tap the card that is most likely to be the highest."),
        "57",
        {
            "plates": _plates((None,) * 4, (4, 4, 3, 3)),
            "tides": [{"tide": 4}, {"tide": 11}],
            "cards": _cards(*HAND),
        },
        _("Too calm: a higher card may come. The stormiest one is safest."),
        {"44": _("That might do, but you hold a higher one.")},
    )  # fmt: skip


def _second() -> Step:
    return Step(
        _("Your 57 was the highest, so you take the 4. The second highest card takes the 11."),
        _("Tap the card that takes it."),
        "49",
        {
            "plates": _plates((4, None, None, None), (4, 4, 3, 3)),
            "tides": [{"tide": 11}],
            "cards": _cards(57, 49, 20, 8, names=(_("You"), *NAMES[1:])),
        },
        _("This one takes nothing: only the two highest take a tide."),
        {"57": _("That is yours: it was the highest and took the 4.")},
    )


def _deepest() -> Step:
    return Step(
        _("Joost’s water rises to 11. Whoever stands deepest after a hand loses a life belt."),
        _("Tap the island that loses one."),
        "1",
        {"plates": _plates((4, 11, None, None), (4, 4, 3, 3), tap=True)},
        _("The water is not the deepest here."),
    )


def _low() -> Step:
    return Step(
        _(
            "That’s one belt gone. A new tide always covers the old one; whoever takes none "
            "keeps the old one. Now the 9 and the 10 are up, and your 4 is fine."
        ),
        _("You want to take nothing. Tap your safest card."),
        "3",
        {
            "plates": _plates((4, 11, None, None), (4, 3, 3, 3)),
            "tides": [{"tide": 9}, {"tide": 10}],
            "cards": _cards(*HAND[:-1]),
        },
        _("This could be among the two highest. A lower card stays out of it."),
    )  # fmt: skip


def _belts() -> Step:
    return Step(
        _("The belts you begin with are printed on your cards: fair weather brings few, and so do "
          "storms. The middling cards carry them."),
        _("Tap a card that carries a whole belt."),
        "29",
        {"plates": _plates((4, 11, None, None), (4, 3, 3, 3)), "cards": _cards(*HAND)},
        _("There is no whole belt on this one."),
        dict.fromkeys(("19", "44"), _("That is half a belt. Two of them make one.")),
    )  # fmt: skip


def _lowest() -> Step:
    return Step(
        _(
            "After twelve hands each belt is a point. The lowest water brings one more; whoever "
            "has no belt left to lose is out, and loses a point."
        ),
        _("The stage is over. Tap the island that gets the extra point."),
        "2",
        {"plates": _plates((4, 11, 2, 7), (3, 1, 2, 2), tap=True)},
        _("Look for the lowest water."),
    )  # fmt: skip
