"""Fuzzes the reading of mails: `python -m tests.mailfuzz --messages 1000000`.

Replies of every program in every language to one of our letters are damaged at random: bytes,
lines, headers, parts, quotes, charsets; half of them mostly near the list of answers. A few are
pure rubbish. For each mail, three things must hold: only our own exceptions are raised, it takes
less than a second, and no card from the letter is taken for an answer. In half of them the sender
wrote nothing at all; in the others "play 60", which the letter doesn't contain.
"""

import argparse
import base64
import multiprocessing
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.test import override_settings

from accounts.email.inbound_routes import LMTP
from games.mail.inbound import parse, sender, understanding
from games.mail.inbound.commands import MailCommand
from games.mail.inbound.understanding import strict
from tests.games.mail.inbound.programs import replies
from tests.pgplugin import ENVIRONMENT

SHARE = 5000  # mails per task of a process
LETTERS = Path(__file__).parent / "golden" / "letters" / "turn-the-tide"
TEXT, HTML = (
    (LETTERS / f"your_move.{ending}").read_text(encoding="utf-8") for ending in ("txt", "html")
)
# The answers in the letter; nothing else could be sealed.
CARDS = frozenset(re.findall(r"[0-9]+", TEXT.partition("You can answer:")[2].partition("\n")[0]))
# No card in the letter is one digit away: a mail that says 48 everywhere isn't a misread 44.
NUMBER = "60"
OWN = f"play {NUMBER}"
NEAR = 0.5  # share of mails that are damaged mostly near the list of answers
A_FAR_PLACE = 0.15  # share of damage elsewhere, even then
SPREADS = (40, 150, 500)  # standard deviations of the distance, in bytes
ANSWER = re.compile(r"(?:play )?([0-9]{1,2})\.?")


def answers(line: str) -> str | None:
    """The card that this line would play by itself."""
    found = ANSWER.fullmatch(line)
    return found[1] if found else None


def reads(line: str) -> bool:
    """Whether this line by itself would be an answer or a command."""
    return strict(line, answers) is not None


def understood(raw: bytes) -> str:
    """What a mail would do: its command or the card it plays; empty for nothing."""
    mail = parse.opened(raw)
    if mail is None:
        return ""
    sender.sign_of_machine(mail, "marit@example.org")
    author = sender.author(mail)
    with override_settings(AUTHSERV_ID="mx.example.org"):
        sender.verdict(mail, LMTP, author)
    command = understanding.understood(mail.words, answers).command
    if command is None:
        return ""
    if command.kind is not MailCommand.ANSWER:
        return command.kind.value
    return answers(command.text) or ""


# ------------------------------------------------------------------ damage


class Chance(random.Random):
    """A random generator for positions in a mail: anywhere, or mostly near the answers."""

    near: int | None = None
    spread = 0

    def place(self, size: int) -> int:
        if self.near is None or self.random() < A_FAR_PLACE:
            return self.randrange(size)
        return min(max(int(self.gauss(self.near, self.spread)), 0), size - 1)

    def look_for_answers(self, raw: bytearray) -> None:
        """From now on, positions are mostly near the quoted list of answers."""
        found = [place for mark in _marks() if (place := raw.find(mark)) >= 0]
        self.near = self.choice(found) if found else None
        self.spread = self.choice(SPREADS)


@cache
def _marks() -> tuple[bytes, ...]:
    """The lines around the answers as they may look in a mail, in base64 with each alignment."""
    text = (b"You can answer: 28", b"Reply with just one of", b"to see everything you")
    coded = (base64.b64encode(b"." * start + words) for words in text for start in range(3))
    return (*text, b"You can=20answer", *(code[4:-4] for code in coded))


Damage = Callable[[bytearray, Chance], None]


def _byte(raw: bytearray, chance: Chance) -> None:
    raw[chance.place(len(raw))] = chance.randrange(256)


def _cut(raw: bytearray, chance: Chance) -> None:
    at = chance.place(len(raw))
    del raw[at : at + chance.randrange(1, 200)]


def _repeat(raw: bytearray, chance: Chance) -> None:
    at = chance.place(len(raw))
    piece = raw[at : at + chance.randrange(1, 80)]
    raw[at:at] = piece * chance.randrange(1, 40)


def _truncate(raw: bytearray, chance: Chance) -> None:
    del raw[chance.place(len(raw)) + 1 :]


def _insert(raw: bytearray, chance: Chance) -> None:
    at = chance.place(len(raw))
    raw[at:at] = chance.choice(PIECES)


def _swap_lines(raw: bytearray, chance: Chance) -> None:
    lines = bytes(raw).split(b"\n")
    one, other = (chance.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    raw[:] = b"\n".join(lines)


def _header(raw: bytearray, chance: Chance) -> None:
    raw[:0] = chance.choice(HEADERS)


PIECES = (
    b"\x00", b"\r", b"\n", b"\r\n", b"\xff\xfe", b"\xe2\x80\xa8", b"\xc2\x85", b"<!--", b"-->",
    b"<blockquote>", b"</blockquote>", b"<div class=gmail_quote>", b"=\n", b"=3D", b"=?utf-8?b?",
    b"--", b"<", b">", b"&", b"&#", b"> ", b"\n> ", b"\nOn x wrote:\n", b"\n-- \n", b"(" * 300,
    b'"' * 301, b";a=b" * 100, b"a " * 500, b"\n" * 300, b"<a " * 300, b"&amp" * 300,
)  # fmt: skip
HEADERS = (
    b"Content-Type: text/html\n", b"Content-Type: text/plain; charset=utf-16\n",
    b"Content-Type: multipart/mixed; boundary=--\n", b"Content-Type: message/rfc822\n",
    b"Content-Type: multipart/alternative\n", b"Content-Type: text/plain; charset=idna\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n",
    b"Content-Transfer-Encoding: x-uuencode\n", b"Content-Disposition: attachment\n",
    b"From: " + b"(" * 900 + b"\n", b"From: <" * 90 + b"\n", b"Auto-Submitted: no\n",
    b"Authentication-Results: mx.example.org; dmarc=(((;\n", b"Subject: =?utf-8?q?" + b"=" * 300,
    b"Message-ID: <<<>\n", b"MIME-Version: (1.0\n", b"\n",
)  # fmt: skip
DAMAGES: tuple[Damage, ...] = (
    _byte, _byte, _byte, _cut, _repeat, _truncate, _insert, _insert, _swap_lines, _header,
)  # fmt: skip


def _rubbish(chance: random.Random) -> bytes:
    return b"".join(
        chance.choice((*PIECES, *HEADERS, chance.randbytes(chance.randrange(1, 60))))
        for _ in range(chance.randrange(1, 60))
    )


@dataclass
class Report:
    """The number of mails, and what went wrong with which."""

    mails: int = 0
    understood: int = 0
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, bytes] = field(default_factory=dict)

    def add(self, other: "Report") -> None:
        self.mails += other.mails
        self.understood += other.understood
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults
        self.examples = {**other.examples, **self.examples}

    def __str__(self) -> str:
        return (
            f"{self.mails:,} mutated mails: {self.understood:,} understood, the slowest took "
            f"{self.slowest * 1000:.0f} ms; faults: {dict(self.faults) or 'none'}"
        )

    def fault(self, name: str, raw: bytes) -> None:
        self.faults[name] += 1
        self.examples.setdefault(name, raw)


@cache
def _sources() -> tuple[list[bytes], list[bytes]]:
    """Replies with an answer, and the same ones without any text."""
    spoken, silent = (
        [mail.as_bytes() for mail in replies(text, TEXT, HTML).values()] for text in (OWN, "")
    )
    return spoken, silent


def fuzz(messages: int, seed: int | str) -> Report:
    """Damages `messages` mails; `seed` makes the run reproducible."""
    chance, report = Chance(seed), Report()
    spoken, silent = _sources()
    # In half of them the sender wrote nothing, so any answer found is wrong.
    for number in range(messages):
        speaks = number % 2 == 0
        raw = bytearray(chance.choice(spoken if speaks else silent))
        chance.near = None
        if chance.random() < NEAR:
            chance.look_for_answers(raw)
        for _ in range(chance.randrange(1, 6)):
            if raw:
                chance.choice(DAMAGES)(raw, chance)
        mail = _rubbish(chance) if chance.random() < 0.05 else bytes(raw)
        _try(mail, report, speaks=speaks)
    return report


def _try(raw: bytes, report: Report, *, speaks: bool) -> None:
    begun = time.process_time()
    try:
        found = understood(raw)
    except Exception as error:  # noqa: BLE001 – that is what is looked for
        report.fault(f"crash: {type(error).__name__}", raw)
        found = ""
    taken = time.process_time() - begun
    if taken >= 1:
        taken = min(taken, _again(raw))
    report.mails += 1
    report.slowest = max(report.slowest, taken)
    report.understood += found == NUMBER
    if taken >= 1:
        report.fault("slow", raw)
    if found in CARDS or (found == NUMBER and not speaks):
        report.fault("wrong answer", raw)


def _again(raw: bytes) -> float:
    """The time of a second reading: a slow mail is slow again, a busy machine usually isn't."""
    begun = time.process_time()
    with suppress(Exception):
        understood(raw)
    return time.process_time() - begun


def _share(work: tuple[int, str]) -> Report:
    return fuzz(*work)


def _shares(messages: int, seed: int) -> Iterator[tuple[int, str]]:
    """Portions of the work, each with its own seed, independent of the number of processes."""
    for start in range(0, messages, SHARE):
        yield min(SHARE, messages - start), f"{seed}:{start}"


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--messages", type=int, default=20_000)
    given.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = given.parse_args()
    _set_up()
    begun, whole = time.monotonic(), Report()
    shares = _shares(options.messages, options.seed)
    with multiprocessing.get_context("fork").Pool(options.jobs) as crew:
        for report in crew.imap_unordered(_share, shares):
            whole.add(report)
            _say(f"{time.monotonic() - begun:6.0f} s (seed {options.seed}) {whole}")
            for name, raw in report.examples.items():
                _say(f"\n--- {name}\n{raw!r}\n")
    return 1 if whole.faults else 0


def _set_up() -> None:
    """Loads our letters' texts in every language; uses no database."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    for name, value in {**ENVIRONMENT, **nowhere}.items():
        os.environ.setdefault(name, value)
    import django

    django.setup()
    understanding.understood(OWN, answers)  # loads the catalogues before any mail is timed


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
