"""Labels for the facts and values that are specific to plans for Turning Tides."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.drawing.board_cards import SHIP_WORDS

FACTS: Mapping[str, Promise] = {
    "offset": gettext_lazy("how far we have sailed"),
    "round": gettext_lazy("the round"),
    "turn": gettext_lazy("the turn"),
    "enemy card": gettext_lazy("the enemy’s card"),
    "my card": gettext_lazy("my card"),
    "a target": gettext_lazy("a zone from which I can fire"),
    "targets": gettext_lazy("how many zones I can fire from"),
    "a swing": gettext_lazy("a zone from which I can swing"),
    "swings": gettext_lazy("how many zones I can swing from"),
    "my crew": gettext_lazy("my crew"),
    "enemy crew": gettext_lazy("the enemy’s crew"),
    "my holes": gettext_lazy("my destroyed zones"),
    "enemy holes": gettext_lazy("the enemy’s destroyed zones"),
    "i hold the pawn": gettext_lazy("I hold the pawn"),
    "i have a captain": gettext_lazy("my captain is on a zone"),
}
VALUES: Mapping[str, Promise] = {**SHIP_WORDS, "none": gettext_lazy("none")}
