"""Rowboat's tutorial: the Tide, trump, the Knob, ties, the bid and the Rowboat itself."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.cards import SUITS
from games.wording.tutorials import Step

TAPS = 7
TEMPLATE = "games/rowboat/tutorial.html"
SHEETS = (
    "tideweb/css/boards.css",
    "tideweb/css/rowboat.css",
    "tideweb/css/rowboat-tide.css",
    "tideweb/css/rowboat-table.css",
)
TIDE = ("3m", "9w", "Ds", "4o")
HAND = ("Wm", "3s", "5m", "8o")


def steps() -> tuple[Step, ...]:
    return (_tide(), _follow(), _wins(), _knob(), _tie(), _bid(), _rowboat())


def end() -> str:
    """The closing text."""
    return _(
        "The Moon lets the dealer name the length of the Tide, and the Lighthouse lets you look "
        "at the others’ cards. You have each of them once in a game."
    )


def _track(now: int, *, tap: bool = False) -> list[dict[str, Any]]:
    return [
        {
            "card": card,
            "suit": SUITS[card[1]],
            "number": place,
            "now": place == now,
            **({"tap": str(place)} if tap else {}),
        }
        for place, card in enumerate(TIDE, 1)
    ]


def _hand(*lit: str) -> list[dict[str, Any]]:
    return [{"card": card, "dim": bool(lit) and card not in lit, "tap": card} for card in HAND]


def _trick(*plays: tuple[str, str], tap: bool = False) -> list[dict[str, Any]]:
    return [{"card": card, "name": name, **({"tap": card} if tap else {})} for card, name in plays]


def _tide() -> Step:
    return Step(
        _("Before you play, a row of cards is laid out: the Tide. Each of its cards rules one "
          "trick, from left to right, and its suit is trump there."),
        _("Tap the card that rules the second trick."),
        "2",
        {"track": _track(1, tap=True)},
        _("Count from the left."),
    )  # fmt: skip


def _follow() -> Step:
    return Step(
        _("The first trick is ruled by the 3 of maps: maps are trump. If you hold a trump, you "
          "must play one."),
        _("Tap your highest map."),
        "Wm",
        {"track": _track(1), "ruling": TIDE[0], "hand": _hand("Wm", "5m", "3s")},
        _("That isn’t a map. While you hold a map, you can’t play it."),
        {
            "5m": _("A map, and allowed. But the Whale is higher."),
            "3s": _("You may play this one too: it is the Knob. We’ll come to that in a moment."),
        },
    )  # fmt: skip


def _wins() -> Step:
    return Step(
        _("Trump beats all other cards, whatever was led. Among trumps the higher value wins."),
        _("Tap the card that wins this trick."),
        "Wm",
        {
            "track": _track(1),
            "ruling": TIDE[0],
            "trick": _trick(("Wo", "Joost"), ("6m", "Ines"), ("Wm", _("You")), tap=True),
        },
        _("Not this one: a higher trump lies there."),
        {"Wo": _("A Whale, but of oars. Only maps are trump in this trick.")},
    )


def _knob() -> Step:
    return Step(
        _("One card beats even trump: the Knob. It has the value of the ruling card, in the other "
          "suit of its colour. Maps and shells are green, oars and waves are blue."),
        _("The 3 of maps rules. Tap the Knob in your hand."),
        "3s",
        {"track": _track(1), "ruling": TIDE[0], "hand": _hand()},
        _("Look for the same value, in the other green suit."),
    )  # fmt: skip


def _tie() -> Step:
    return Step(
        _("If nobody plays trump or the Knob, the highest value wins, in any suit. If two are "
          "equally high, nobody wins: the trick waits for the winner of the next."),
        _("The 9 of waves rules. Tap the card that wins."),
        "8o",
        {
            "track": _track(2),
            "ruling": TIDE[1],
            "trick": _trick(("7m", "Joost"), ("7s", "Ines"), ("8o", _("You")), tap=True),
        },
        _("The two sevens are equal, but one card is higher than both."),
    )  # fmt: skip


def _bid() -> Step:
    return Step(
        _("Before the first trick you say how many you will win. Ten points for each, if you win "
          "that many or more; if you win fewer, you lose them. Each trick too many is a sandbag, "
          "and five sandbags cost a hundred points."),
        _("You won two tricks. Tap the bid that would have scored the most."),
        "2",
        {
            "bids": [
                {"number": each, "points": each * 10, "tap": str(each)} for each in range(1, 5)
            ]
        },
        _("You won fewer than that, so you would have lost points."),
        {"1": _("Ten points and a sandbag. One more would have been better.")},
    )  # fmt: skip


def _rowboat() -> Step:
    return Step(
        _("And once in the game you may play the Rowboat instead of a card. It beats everything, "
          "the Knob as well."),
        _("You need this trick. Tap what is certain to win it."),
        "rowboat",
        {
            "track": _track(3),
            "ruling": TIDE[2],
            "trick": _trick(("Dm", "Joost"), ("Ws", "Ines")),
            "hand": [
                *({"card": card, "tap": card} for card in ("5m", "8o")),
                {"special": "rowboat", "tap": "rowboat"},
            ],
        },
        _("Joost has played the Knob, so that is not enough."),
    )  # fmt: skip
