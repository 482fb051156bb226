"""Plans: answers given in advance, in a small language (docs/plans.md).

Pure: uses only the standard library and the rules. What a plan answers depends only on the seat's
own observation and its legal answers.
"""

from functools import cache

from games.catalogue import GAMES
from games.plans.errors import PlanError
from games.plans.evaluating import Asked, Source, Verdict, evaluate
from games.plans.parsing import MAX_BYTES, parse
from games.plans.printing import choice_text, written
from games.plans.shapes import Choice, Plan, Progress
from games.plans.vocabulary import Fact, Vocabulary

__all__ = [
    "MAX_BYTES",
    "Asked",
    "Choice",
    "Fact",
    "Plan",
    "PlanError",
    "Progress",
    "Source",
    "Verdict",
    "Vocabulary",
    "choice_text",
    "evaluate",
    "parse",
    "vocabulary_of",
    "written",
]

# For a game without a vocabulary: any line may be an answer, and counts if it is legal.
PLAIN = Vocabulary(
    (), lambda text: (text[:80], ""), lambda _text: frozenset(), lambda _seen: [], ()
)


@cache
def vocabulary_of(slug: str) -> Vocabulary:
    """The vocabulary of a game: that of its module `plan_vocabulary`, if it has one."""
    part = GAMES[slug].part("plan_vocabulary") if slug in GAMES else None
    return PLAIN if part is None else part.VOCABULARY
