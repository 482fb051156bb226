"""Labels for the facts and values that are specific to plans for Rowboat."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.drawing.board_cards import SPECIAL_WORDS, SUIT_WORDS, SUITS

FACTS: Mapping[str, Promise] = {
    "trump": gettext_lazy("the trump"),
    "led": gettext_lazy("the suit that was led"),
    "i lead": gettext_lazy("I play first"),
    "i am last": gettext_lazy("I play last"),
    "i win": gettext_lazy("the trick would be mine so far"),
    "nobody wins": gettext_lazy("the best cards tie so far"),
    "tricks needed": gettext_lazy("the tricks still missing from my bid"),
    "my tricks": gettext_lazy("my tricks"),
    "my bid": gettext_lazy("my bid"),
    "pending": gettext_lazy("the tied tricks that are waiting"),
    "trick": gettext_lazy("the number of the trick"),
}
VALUES: Mapping[str, Promise] = {
    **{suit: SUIT_WORDS[letter] for letter, suit in SUITS.items()},
    "rowboat": SPECIAL_WORDS["rowboat"],
}
