"""Reads a reply of the corpus from its bytes alone: no database, the pure rules of the game."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.mail.inbound import parse, understanding
from games.mail.inbound.commands import MailCommand
from games.mail.inbound.understanding import Answers
from games.rules.errors import RulesError
from games.rules.registry import RULESETS
from tests.narrowing import not_none

FOLDER = Path(__file__).resolve().parents[3] / "corpus" / "replies"
SURE, ASKED, NOTHING = "answer", "asked", "nothing"


@dataclass(frozen=True)
class Reply:
    """A file, and what must be understood of it: `answer 44`, `asked 44`, `help`, `nothing`."""

    name: str
    must: str

    @property
    def raw(self) -> bytes:
        return (FOLDER / self.name).read_bytes()

    @property
    def ruleset(self) -> str:
        return self.name.partition("/")[2].partition(".")[0]


def all_replies() -> list[Reply]:
    return list(_listed())


def _listed() -> Iterator[Reply]:
    for line in (FOLDER / "must.tsv").read_text(encoding="utf-8").splitlines():
        name, must = line.split("\t")
        yield Reply(name, must)


@cache
def answers(ruleset: str) -> Answers:
    """The answers of the seat and the hand that all these replies are about."""
    kept = json.loads((FOLDER / "hands" / f"{ruleset}.json").read_text(encoding="utf-8"))
    rules = RULESETS[ruleset]
    state = rules.load(kept["state"])

    def read(line: str) -> str | None:
        try:
            return rules.read(state, kept["seat"], line)
        except RulesError:
            return None

    return read


def became(reply: Reply) -> str:
    """What the mail would do, in the words of `must`."""
    reads = answers(reply.ruleset)
    result = understanding.understood(not_none(parse.opened(reply.raw)).words, reads)
    if result.to_confirm is not None:
        return f"{ASKED} {result.to_confirm.text}"
    if result.command is None:
        return NOTHING
    if result.command.kind is not MailCommand.ANSWER:
        return result.command.kind.value
    found = reads(result.command.text)
    return f"{SURE} {found}" if found else NOTHING
