"""Plans: answers given in advance, in a small language (docs/plans.md).

Pure: uses only the standard library and the rules. What a plan answers depends only on the seat's
own observation and its legal answers.
"""

from functools import cache

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.plans.vocabulary import PlanVocabulary, ReadAnswer, Vocabulary

PLAN_VOCABULARIES: Parts[PlanVocabulary] = Parts(GAMES, "plan_vocabulary")
# For a game without a vocabulary: any line may be an answer, and counts if it is legal.
PLAIN = Vocabulary(
    facts=(),
    say=lambda text: (text[:80], ""),
    phases=lambda _text: frozenset(),
    offers=lambda _seen: [],
    examples=(),
    sample="always: lowest",
)


@cache
def vocabulary_of(slug: str) -> Vocabulary:
    """The vocabulary of a game: `VOCABULARY` of its module `plan_vocabulary`, if it has one."""
    return PLAN_VOCABULARIES[slug].VOCABULARY if slug in PLAN_VOCABULARIES else PLAIN


def read_answer(slug: str, text: str) -> ReadAnswer:
    """An answer and what is to follow it ("" if it does not say), both canonical; a text that is
    none stays as it is."""
    return vocabulary_of(slug).say(text) or (text, "")
