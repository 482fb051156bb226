"""The facts and answers of plans in words, for people who don't want to learn the language."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.plans import read_answer, vocabulary_of
from games.plans.vocabulary import Fact
from games.refusals import Refused
from games.wording import Wording


class PlanWords(Protocol):
    """The interface of a game's module `plan_words`; what it leaves out is shown as it is written.

    `FACTS`: labels of the facts of its vocabulary, without which a form doesn't offer them, except
    for those that every game may have (`FACTS` below). `VALUES`: labels of their words.
    """

    FACTS: Mapping[str, Promise]
    VALUES: Mapping[str, Promise]


PLAN_WORDS: Parts[PlanWords] = Parts(GAMES, "plan_words")
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


def answer_words(told: Wording, answer: str) -> str:
    """ "the 44", "my lowest answer", "Fire, from zone 5"."""
    if answer in RANKS:
        return str(RANKS[answer])
    notation, follow = read_answer(told.SLUG, answer)
    return f"{told.label(notation)}, {told.label(follow)}" if follow else told.label(answer)


def value_words(slug: str, word: str) -> str:
    """A value of a fact: "waves"."""
    return str(PLAN_WORDS[slug].VALUES.get(word, word)) if slug in PLAN_WORDS else word


def facts_of(slug: str) -> Mapping[str, Promise]:
    """The facts for plans of a game, by name."""
    return {**FACTS, **PLAN_WORDS[slug].FACTS} if slug in PLAN_WORDS else FACTS


def help_of(slug: str, fact: Fact[Any]) -> str:
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
            found += _of(slug, fact, str(words[fact.name]))
    return found


def _of(slug: str, fact: Fact[Any], label: str) -> list[tuple[str, str]]:
    if fact.words:
        return [
            (f"{fact.name} is {word}", f"{label}: {value_words(slug, word)}") for word in fact.words
        ]
    return [(fact.name, label if fact.flag else f"{label}: …")]


def wrong_line(refused: Refused, text: str) -> dict[str, str]:
    """The faulty line of a plan, split at the error; empty if the error isn't in a line."""
    if refused.code != "bad_plan" or refused.hint["reason"] == "too_large":
        return {}
    line = text.split("\n")[refused.hint["line"] - 1].rstrip("\r")
    start = refused.hint["column"] - 1
    end = start + max(1, len(refused.hint["found"]))
    return {"before": line[:start][-60:], "mark": line[start:end], "after": line[end:][:60]}
