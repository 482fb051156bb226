"""The facts and answers of plans in words, for people who don't want to learn the language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.drawing.board_cards import SHIP_WORDS, SUIT_WORDS
from games.plans import Fact, vocabulary_of
from games.refusals import Refused
from games.wording import Wording

PLAN_WORDS: Parts[Any] = Parts(GAMES, "plan_words")
RANKS: Mapping[str, Promise] = {
    "ask": gettext_lazy("ask me"),
    "lowest": gettext_lazy("my lowest answer"),
    "median": gettext_lazy("my middle answer"),
    "highest": gettext_lazy("my highest answer"),
    "only": gettext_lazy("the only possible answer, else ask me"),
}
RANGES: Mapping[str, Promise] = {
    "{} or more": gettext_lazy("… or more"),
    "{} or less": gettext_lazy("… or less"),
    "{}": gettext_lazy("exactly …"),
}
# Facts that exist in every game; a game's module `plan_words` adds its own.
FACTS: Mapping[str, Promise] = {
    "my cards": gettext_lazy("the number of my cards"),
    "my points": gettext_lazy("my points"),
    "stage": gettext_lazy("the stage"),
}
PHASE = gettext_lazy("what is asked")  # only available in the text
SUITS = {"oars": "o", "waves": "w", "shells": "s", "maps": "m"}


def answer_words(told: Wording, answer: str) -> str:
    """ "the 44", "my lowest answer", "Fire, from zone 5"."""
    if answer in RANKS:
        return str(RANKS[answer])
    card, _blank, does = answer.partition(" ")
    if card in SHIP_WORDS and does.startswith("from "):
        return f"{told.label(card)}, {told.label(does)}"
    return told.label(answer)


def value_words(word: str) -> str:
    """A suit, or a card of Turning Tides."""
    if word in SUITS:
        return str(SUIT_WORDS[SUITS[word]])
    return str(SHIP_WORDS.get(word) or {"none": _("none"), "rowboat": _("Rowboat")}.get(word, word))


def facts_of(slug: str) -> Mapping[str, Promise]:
    """The facts for plans of a game, by name."""
    return {**FACTS, **PLAN_WORDS[slug].FACTS} if slug in PLAN_WORDS else FACTS


def help_of(slug: str, fact: Fact) -> str:
    """The description of a fact, for people who write plans as text."""
    return str({**facts_of(slug), "phase": PHASE}.get(fact.name, fact.says))


def conditions(slug: str) -> list[tuple[str, str]]:
    """Choices for a form: the beginning of a condition, and its label.

    A condition with a number ends in "is" (or whatever its frame asks for); others are complete.
    """
    found: list[tuple[str, str]] = []
    words = facts_of(slug)
    for fact in vocabulary_of(slug).facts:
        if fact.name in words:
            found += _of(fact, str(words[fact.name]))
    return found


def _of(fact: Fact, label: str) -> list[tuple[str, str]]:
    if fact.words:
        return [(f"{fact.name} is {word}", f"{label}: {value_words(word)}") for word in fact.words]
    return [(fact.name, label if fact.flag else f"{label}: …")]


def wrong_line(refused: Refused, text: str) -> dict[str, str]:
    """The faulty line of a plan, split at the error; empty if the error isn't in a line."""
    if refused.code != "bad_plan" or refused.hint["reason"] == "too_large":
        return {}
    line = text.split("\n")[refused.hint["line"] - 1].rstrip("\r")
    start = refused.hint["column"] - 1
    end = start + max(1, len(refused.hint["found"]))
    return {"before": line[:start][-60:], "mark": line[start:end], "after": line[end:][:60]}
