"""The facts and answers of plans in words, for whoever does not want to see the language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.board_cards import SHIP_WORDS, SUIT_WORDS
from games.plans import Fact
from games.plans.vocabulary import Vocabulary
from games.refusals import Refused
from games.telling import Telling

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
FACTS: Mapping[str, Promise] = {
    "a tide": gettext_lazy("one of the two tides"),
    "low tide": gettext_lazy("the lower tide"),
    "high tide": gettext_lazy("the higher tide"),
    "my tide": gettext_lazy("my water"),
    "my belts": gettext_lazy("my belts"),
    "my cards": gettext_lazy("the number of my cards"),
    "my points": gettext_lazy("my points"),
    "seats in": gettext_lazy("the seats still in the stage"),
    "stage": gettext_lazy("the stage"),
    "hand": gettext_lazy("the hand of the stage"),
    "i am deepest": gettext_lazy("nobody's water is higher than mine"),
    "trump": gettext_lazy("the trump"),
    "led": gettext_lazy("the suit that was led"),
    "i lead": gettext_lazy("I play first"),
    "i am last": gettext_lazy("I play last"),
    "i win": gettext_lazy("the trick would be mine so far"),
    "nobody wins": gettext_lazy("the best cards tie so far"),
    "tricks needed": gettext_lazy("the tricks that my bid still lacks"),
    "my tricks": gettext_lazy("my tricks"),
    "my bid": gettext_lazy("my bid"),
    "pending": gettext_lazy("the tied tricks that wait"),
    "trick": gettext_lazy("the number of the trick"),
    "offset": gettext_lazy("how far we have sailed"),
    "round": gettext_lazy("the round"),
    "turn": gettext_lazy("the turn"),
    "enemy card": gettext_lazy("the enemy's card"),
    "my card": gettext_lazy("my card"),
    "a target": gettext_lazy("a zone from which I can fire"),
    "targets": gettext_lazy("how many zones I can fire from"),
    "a swing": gettext_lazy("a zone from which I can swing"),
    "swings": gettext_lazy("how many zones I can swing from"),
    "my crew": gettext_lazy("my crew"),
    "enemy crew": gettext_lazy("the enemy's crew"),
    "my holes": gettext_lazy("my destroyed zones"),
    "enemy holes": gettext_lazy("the enemy's destroyed zones"),
    "i hold the pawn": gettext_lazy("I hold the pawn"),
    "i have a captain": gettext_lazy("my captain is on a zone"),
}
# Beside them, for whoever writes the text: no form offers it.
HELP: Mapping[str, Promise] = {**FACTS, "phase": gettext_lazy("what is asked")}
SUITS = {"oars": "o", "waves": "w", "shells": "s", "maps": "m"}


def answer_words(told: Telling, answer: str) -> str:
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


def conditions(vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """What a form offers to ask about: the beginning of a condition, and its words.

    A fact with a number ends in "is" (or what its frame asks for); the rest is whole.
    """
    found: list[tuple[str, str]] = []
    for fact in vocabulary.facts:
        if fact.name in FACTS:
            found += _of(fact)
    return found


def _of(fact: Fact) -> list[tuple[str, str]]:
    label = str(FACTS[fact.name])
    if fact.words:
        return [(f"{fact.name} is {word}", f"{label}: {value_words(word)}") for word in fact.words]
    return [(fact.name, label if fact.flag else f"{label}: …")]


def wrong_line(refused: Refused, text: str) -> dict[str, str]:
    """The line in which a plan is wrong, cut at what is wrong in it; nothing if it is no line."""
    if refused.code != "bad_plan" or refused.hint["reason"] == "too_large":
        return {}
    line = text.split("\n")[refused.hint["line"] - 1].rstrip("\r")
    start = refused.hint["column"] - 1
    end = start + max(1, len(refused.hint["found"]))
    return {"before": line[:start][-60:], "mark": line[start:end], "after": line[end:][:60]}
