"""Parsing a plan: the grammar of docs/plans.md, by recursive descent with one word of lookahead.

Each word is looked at a bounded number of times. Nothing in the language repeats or refers back,
so evaluating a plan always ends, and soon.
"""

from collections.abc import Sequence
from typing import Any

from games.plans.errors import PlanError
from games.plans.lexing import END_OF_CLAUSE, Token, tokens
from games.plans.plan_tree import (
    AllOf,
    Answer,
    AnyOf,
    Bound,
    Choice,
    Condition,
    Kind,
    Not,
    Op,
    Option,
    Plan,
    Test,
)
from games.plans.vocabulary import Fact, Vocabulary

MAX_BYTES = 4096
MAX_ANSWERS = 50  # steps, rules and alternatives after "else", together
DEEPEST = 8  # nested brackets and "not"
LARGEST = 9999

STARTS = ("next:", "then:", "if", "always:")
_QUEUES = {"next", "then"}
_STOPS = {",", END_OF_CLAUSE, "else", "then"}
_LINKS = {"is", "are", "of", "and", "or", "not"}
_MORE = {"more", "higher", "above"}
_LESS = {"less", "fewer", "lower", "below"}
_SIGNS = {"=": Op.IS, ">=": Op.LEAST, "<=": Op.MOST, ">": Op.MORE, "<": Op.LESS}
_TWO_WORDS = {
    ("at", "least"): Op.LEAST,
    ("at", "most"): Op.MOST,
    ("more", "than"): Op.MORE,
    ("higher", "than"): Op.MORE,
    ("less", "than"): Op.LESS,
    ("fewer", "than"): Op.LESS,
    ("lower", "than"): Op.LESS,
}
_ONE_WORD = _SIGNS | {"over": Op.MORE, "above": Op.MORE, "under": Op.LESS, "below": Op.LESS}
_RANKS = {
    "ask": Kind.ASK,
    "lowest": Kind.LOWEST,
    "median": Kind.MEDIAN,
    "middle": Kind.MEDIAN,
    "highest": Kind.HIGHEST,
    "only": Kind.ONLY,
}
_FILLERS = {"the", "my", "me", "legal", "card", "answer", "bid", "one"}  # may accompany a rank
RANGES = ("a number", "at least …", "at most …", "more than …", "less than …")


def parse(text: str, vocabulary: Vocabulary) -> Plan:
    """Parses a plan. Raises `PlanError`."""
    size = len(text.replace("\r\n", "\n").encode(errors="replace"))
    if size > MAX_BYTES:
        raise PlanError("too_large", 1, 1, str(size), [str(MAX_BYTES)])
    return _Reader(tokens(text), vocabulary).plan()


class _Reader:
    """The words that are left to parse."""

    def __init__(self, words: list[Token], vocabulary: Vocabulary) -> None:
        self.words = words
        self.vocabulary = vocabulary
        self.at = 0
        self.answers = 0
        self.longest = max((len(name.split()) for name in vocabulary.by_name), default=0)

    @property
    def here(self) -> Token:
        return self.words[self.at]

    def word_after(self, places: int) -> str:
        at = self.at + places
        return self.words[at].word if at < len(self.words) else END_OF_CLAUSE

    def take(self) -> Token:
        token = self.here
        self.at += 1
        return token

    def skip(self, *wanted: str) -> bool:
        """Consumes these words if they come next."""
        if all(self.word_after(place) == word for place, word in enumerate(wanted)):
            self.at += len(wanted)
            return True
        return False

    def wrong(self, *expected: str, code: str = "unexpected") -> PlanError:
        token = self.here
        return PlanError(code, token.line, token.column, token.text.strip(), expected)

    # ---------------------------------------------------------------- clauses

    def plan(self) -> Plan:
        queue: list[Choice] = []
        standing: list[Choice] = []
        while self.at < len(self.words):
            if self.skip(END_OF_CLAUSE):
                continue
            queued = self.here.word in _QUEUES
            if queued:
                queue += self.steps()
            else:
                standing.append(self.rule())
            if self.here.word != END_OF_CLAUSE:
                raise self.wrong(", else", *([", then"] if queued else []), "a new line")
        return Plan(tuple(queue), tuple(standing))

    def steps(self) -> list[Choice]:
        first = self.take().word
        if first == "next":
            self.skip("hand")
        self.colon()
        found = [self.choice()]
        while self.joined("then"):
            found.append(self.choice())
        return found

    def rule(self) -> Choice:
        """A clause that applies to every hand."""
        if self.here.word == "if":
            return self.choice()
        if not self.skip("always") and not self.skip("after", "that"):
            raise self.wrong(*STARTS)
        self.colon()
        return self.choice()

    def colon(self) -> None:
        if not self.skip(":"):
            raise self.wrong(":")

    def joined(self, word: str) -> bool:
        """Consumes "then" or "else", with or without a comma before it."""
        return self.skip(",", word) or self.skip(word)

    def choice(self) -> Choice:
        options = [self.option()]
        while self.joined("else"):
            options.append(self.option())
        return tuple(options)

    def option(self) -> Option:
        self.answers += 1
        if self.answers > MAX_ANSWERS:
            raise self.wrong(str(MAX_ANSWERS), code="too_many")
        if not self.skip("if"):
            return Option(self.answer())
        condition = self.either(0)
        self.colon()
        return Option(self.answer(), condition)

    # ---------------------------------------------------------------- answers

    def answer(self) -> Answer:
        words: list[Token] = []
        while self.here.word not in _STOPS and _is_word(self.here):
            words.append(self.take())
        expected = [*_RANKS, *self.vocabulary.examples]
        if not words:
            raise self.wrong(*expected)
        text = " ".join(word.text for word in words)
        known = self._known(words, text)
        if known is None:
            raise PlanError("unknown_answer", words[0].line, words[0].column, text, expected)
        return known

    def _known(self, words: Sequence[Token], text: str) -> Answer | None:
        ranks = [word.word for word in words if word.word not in _FILLERS]
        if len(ranks) == 1 and ranks[0] in _RANKS:
            return Answer(_RANKS[ranks[0]])
        found = self.vocabulary.say(text)
        return Answer(Kind.SAY, *found) if found else None

    # ---------------------------------------------------------------- conditions

    def either(self, depth: int) -> Condition:
        parts = [self.both(depth)]
        while self.skip("or"):
            parts.append(self.both(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def both(self, depth: int) -> Condition:
        parts = [self.single(depth)]
        while self.skip("and"):
            parts.append(self.single(depth))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def single(self, depth: int) -> Condition:
        if self.here.word in ("(", "not") and depth == DEEPEST:
            raise self.wrong(str(DEEPEST), code="too_deep")
        if self.skip("not"):
            return Not(self.single(depth + 1))
        if not self.skip("("):
            return self.test()
        inside = self.either(depth + 1)
        if not self.skip(")"):
            raise self.wrong(")", "and", "or")
        return inside

    def fact(self) -> Fact[Any] | None:
        """Consumes the longest name of a fact that comes next; None if there is none."""
        for length in range(self.longest, 0, -1):
            name = " ".join(self.word_after(place) for place in range(length))
            if name in self.vocabulary.by_name:
                self.at += length
                return self.vocabulary.by_name[name]
        return None

    def test(self) -> Condition:
        begin = self.at
        found = self.fact()
        if found is None and self.skip("the"):
            found = self.fact()
        if found is None:
            self.at = begin
            raise self.unknown_fact()
        if found.flag:
            return Test(found.name)
        linked = self.skip("is") or self.skip("are") or self.skip("of")
        if not linked and self.here.word not in _SIGNS:
            raise self.wrong("is")
        refused = self.skip("not")
        test = self.worded(found) if found.words else self.ranged(found)
        if found.frame[1]:
            self.skip(*found.frame[1].split())
        return Not(test) if refused else test

    def unknown_fact(self) -> PlanError:
        """The error for an unknown fact, with as much of its name as is on the line."""
        token = self.here
        words: list[str] = []
        while _is_word(self.here) and self.here.word not in _LINKS and len(words) < self.longest:
            words.append(self.take().text)
        found = " ".join(words) or token.text.strip()
        code, known = "unknown_fact", list(self.vocabulary.by_name)
        return PlanError(code, token.line, token.column, found, known)

    def worded(self, fact: Fact[Any]) -> Test:
        self.skip("=")
        if self.here.word not in fact.words:
            raise self.wrong(*fact.words)
        return Test(fact.name, Op.IS, self.take().word)

    def ranged(self, fact: Fact[Any]) -> Test:
        op = self.comparison()
        low = self.bound()
        if op is not None:
            return Test(fact.name, op, low)
        if self.here.word == "or" and self.word_after(1) in _MORE | _LESS:
            self.take()
            return Test(fact.name, Op.LEAST if self.take().word in _MORE else Op.MOST, low)
        if self.skip("to"):
            return Test(fact.name, Op.RANGE, low, self.bound())
        return Test(fact.name, Op.IS, low)

    def comparison(self) -> Op | None:
        word = self.here.word
        if word in _ONE_WORD:
            self.at += 1
            return _ONE_WORD[word]
        op = _TWO_WORDS.get((word, self.word_after(1)))
        if op is not None:
            self.at += 2
        return op

    def bound(self) -> Bound:
        if self.here.word.isdecimal() and self.here.word.isascii():
            if len(self.here.word) > 4:
                raise self.wrong(f"0 … {LARGEST}", code="bad_number")
            return int(self.take().word)
        begin = self.at
        self.skip("the")
        fact = self.fact()
        if fact is None or not fact.number:
            self.at = begin
            numbers = [name for name, each in self.vocabulary.by_name.items() if each.number]
            raise self.wrong(*RANGES, *numbers)
        return fact.name


def parse_stored(text: str, vocabulary: Vocabulary) -> Plan:
    """A plan as it was saved; one without any answer if the language has changed since."""
    try:
        return parse(text, vocabulary)
    except PlanError:
        return Plan()


def _is_word(token: Token) -> bool:
    return token.word[0].isalnum()
