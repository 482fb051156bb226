"""A mail server that can fail at each step; smtplib talks to it through a fake socket."""

from __future__ import annotations

import io
import re
import smtplib
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar

from django.core.mail.backends import smtp

if TYPE_CHECKING:
    from tests.simulate.world import World

BACKEND = "tests.simulate.post.Backend"
MESSAGE_ID = re.compile(rb"(?mi)^message-id:\s*<([^@>]+)@")
FAILING = 0.04  # the share of steps at which the server misbehaves
BAD = 0.75  # the share of letters that it accepts silently, or loses, on a bad day
DROP, HANG, LATER, NEVER = "drop", "hang", "later", "never"
ANSWERS = {"EHLO": "250 sim", "MAIL": "250 fine", "RCPT": "250 fine", "RSET": "250 fine"}


class Office:
    """The letters that the server has accepted, by Message-ID, and how often it left that open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.taken: Counter[str] = Counter()
        self.unsure: Counter[str] = Counter()
        self.deaths: Counter[str] = Counter()
        self._step = ""
        self._bad = world.faults.mood == "post"

    def most(self, identity: str) -> int:
        """How often this letter may come: once, once more if the server left open whether it has
        it, and once more for each sender that died before it could record that it was sent.
        """
        return 1 + self.deaths[identity] + bool(self.unsure[identity])

    def died(self, letters: Collection[str]) -> None:
        """The sender of these letters was killed, or frozen for longer than its lease."""
        self.deaths.update(letters)

    def fails(self, step: str) -> str:
        """The server's misbehaviour at this step; empty if it behaves."""
        name = self._step = self.world.moment(f"smtp {step}")
        chance = self.world.faults.chance(name)
        if chance.random() >= self._share(step):
            return ""
        ways = (DROP, HANG, LATER, NEVER) if step in ("RCPT", "body") else (DROP, HANG, LATER)
        if step == "body" and self._bad:
            ways = (DROP, HANG, LATER)
        way = chance.choice(ways)
        return way if self.world.faults.happens(f"{name} {way}") else ""

    def _share(self, step: str) -> float:
        if self._bad:
            return BAD if step == "body" else 0
        return FAILING * 4 if step in ("DATA", "body") else FAILING

    def take(self, raw: bytes, instead: str) -> str:
        """Accepts or refuses a letter; returns the answer ("": none)."""
        found = MESSAGE_ID.search(raw)
        identity = found[1].decode() if found else "none"
        if instead == LATER:
            return "451 later"
        if instead == NEVER:
            return "554 never"
        if not instead or self.world.faults.chance(f"{self._step} taken").random() < 0.5:
            self.taken[identity] += 1
            if actor := self.world.actor():
                actor.sent.add(identity)
        if instead:
            self.unsure[identity] += 1
            return ""
        return "250 taken"


class Socket:
    """One SMTP session."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._said = io.BytesIO()
        self._letter: bytes | None = None
        self._hangs = self._gone = False
        self._answer(office.fails("hello"), "220 sim")

    def sendall(self, data: bytes) -> None:
        if self._gone:
            raise BrokenPipeError
        if self._letter is not None:
            self._letter += data
            if self._letter.endswith(b"\r\n.\r\n"):
                letter, self._letter = self._letter, None
                self._end(letter)
            return
        word = data[:4].decode().upper().strip()
        if word == "DATA":
            if self._answer(self._office.fails(word), "354 go on"):
                self._letter = b""
        elif word == "QUIT":
            self._answer("", "221 bye")
        else:
            self._answer(self._office.fails(word), ANSWERS.get(word, "502 what?"))

    def _end(self, letter: bytes) -> None:
        instead = self._office.fails("body")
        text = self._office.take(letter, instead)
        self._answer(instead if not text else "", text)

    def _answer(self, instead: str, text: str) -> bool:
        """Sends an answer; True if it is the proper one."""
        self._hangs, self._gone = instead == HANG, instead == DROP
        if instead in (LATER, NEVER):
            text = "451 later" if instead == LATER else "550 never"
        place = self._said.tell()
        self._said.write(b"" if self._hangs or self._gone else f"{text}\r\n".encode())
        self._said.seek(place)
        return not instead

    def makefile(self, mode: str) -> Socket:
        return self

    def readline(self, _size: int = -1) -> bytes:
        if self._hangs:
            self._office.world.sleep(20)
            self._gone = True
            raise TimeoutError
        return self._said.readline()

    def settimeout(self, seconds: float) -> None:
        """Ignored, since time is virtual."""

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


class Server(smtplib.SMTP):
    """The real SMTP client, on such a socket."""

    def _get_socket(self, host: str, port: int, timeout: float) -> Any:
        office = Backend.office
        if office.fails("connect"):
            raise ConnectionRefusedError
        return Socket(office)


class Backend(smtp.EmailBackend):
    """Django's e-mail backend with that client."""

    office: ClassVar[Office]

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return Server
