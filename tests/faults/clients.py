"""People who play by API, page and mail, change their minds, repeat unanswered requests, and record
what they were told.
"""

from __future__ import annotations

import http.client
import random
import smtplib
import threading
import time
import urllib.parse
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import count
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from django.test import Client as Browser

from accounts.models import User
from games.models import Game, Hand
from games.services.mail.reply_addresses import reply_address_for
from tests import cookies
from tests.faults.checker import OK, REFUSED, UNKNOWN, Answer
from tests.faults.players import Client, client_of

PAUSE = 0.3
INTERFACES = ("api", "api", "page", "mail")
CHANGES = 0.35  # the share of answers that are changed, if time allows
TRIES = 4
TOKEN = "c" * 32
_numbers = count(1)


@dataclass
class Notes:
    """Records what everybody was told, and what they saw."""

    answers: list[Answer] = field(default_factory=list)
    failed: list[tuple[float, int]] = field(default_factory=list)
    turned: dict[tuple[str, int], float] = field(default_factory=dict)
    mails: dict[str, int] = field(default_factory=dict)  # Message-ID to index in `answers`
    interfaces: Counter[str] = field(default_factory=Counter)  # counts of responses
    lock: threading.Lock = field(default_factory=threading.Lock)

    def saw(self, code: str, number: int) -> None:
        """Notes that all hands before this one have been resolved."""
        now = time.monotonic()
        with self.lock:
            self.turned.setdefault((code, number - 1), now)

    def add(self, answer: Answer, message: str = "") -> None:
        with self.lock:
            if message:
                self.mails[message] = len(self.answers)
            self.answers.append(answer)


@dataclass(frozen=True)
class Try:
    """The result of one attempt."""

    outcome: str
    receipt: str = ""


class Page:
    """The same person's browser, with its session and form token."""

    def __init__(self, ports: list[int], user: User) -> None:
        cookies.install()
        browser = Browser()
        browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
        self._cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
        self._ports = ports

    def bid(self, code: str, fields: dict[str, Any]) -> tuple[int, str]:
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        connection = http.client.HTTPConnection("127.0.0.1", random.choice(self._ports), timeout=15)
        try:
            connection.request("POST", f"/g/{code}/bid/", body, {
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"{settings.SESSION_COOKIE_NAME}={self._cookie}; csrftoken={TOKEN}",
            })  # fmt: skip
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.getheader("Location") or ""
        except (OSError, http.client.HTTPException) as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()


class Player(threading.Thread):
    """One person at one table."""

    def __init__(
        self, user: User, game: Game, seat: int, ports: list[int], mail: int, notes: Notes
    ) -> None:
        super().__init__(daemon=True)
        self.user, self.code, self.seat, self.notes = user, game.code, seat, notes
        self._game, self._ports, self._mail_port = game, ports, mail
        self._clients = [client_of(user, ports[0])]
        self._clients += [Client(port, self._clients[0]._token) for port in ports[1:]]
        self._page = Page(ports, user)
        self._hand, self._answered = 0, defaultdict[int, int](int)
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.wait(random.uniform(0, 2 * PAUSE)):
            with suppress(OSError, DatabaseError, InterfaceError):
                self._look_and_answer()
        connections.close_all()

    def _ask(self, method: str, way: str, body: dict[str, Any] | None = None) -> Any:
        status, found = random.choice(self._clients).ask(method, way, body)
        self._note(status)
        return status, found

    def _note(self, status: int) -> None:
        if status >= 500:
            self.notes.failed.append((time.monotonic(), status))

    def _look_and_answer(self) -> None:
        status, game = self._ask("GET", f"games/{self.code}")
        if status != 200:
            return
        if game["hand"] is None:  # the game is over
            self.notes.saw(self.code, self._hand + 1)
            return
        self._hand = game["hand"]
        self.notes.saw(self.code, self._hand)
        times = self._answered[self._hand]
        if not game["legal"] or times > 1 or (times and random.random() > CHANGES):
            return
        if self._answer(self._hand, random.choice(game["legal"])) == OK:
            self._answered[self._hand] += 1

    def _answer(self, hand: int, notation: str) -> str:
        interface = random.choice(INTERFACES)
        sent, message = time.monotonic(), f"<{next(_numbers)}.{self.code}@client.example>"
        sending = {"api": self._by_api, "page": self._by_page, "mail": self._by_mail}[interface]
        result = sending(hand, notation, message)
        with self.notes.lock:
            self.notes.interfaces[f"{interface} {result.outcome}"] += 1
        answer = Answer(
            self.code,
            hand,
            self.seat,
            notation,
            sent,
            time.monotonic(),
            result.outcome,
            result.receipt,
        )
        self.notes.add(answer, message if interface == "mail" else "")
        return result.outcome

    def _by_api(self, hand: int, notation: str, message: str) -> Try:
        """Sends an answer with a key, so that repeating it is one request."""
        way = f"games/{self.code}/hands/{hand}/bid"
        key = "".join(filter(str.isalnum, message))
        for number in range(TRIES):
            with suppress(OSError):
                client = random.choice(self._clients)
                status, told = client.ask("PUT", way, {"bid": notation}, {"Idempotency-Key": key})
                self._note(status)
                if status == 200:
                    return Try(OK, told["digest"])
                if status < 500:
                    return Try(UNKNOWN if number else REFUSED)
            if self.stop.wait(random.uniform(0.2, 2)):
                break
        return Try(UNKNOWN)

    def _by_page(self, hand: int, notation: str, message: str) -> Try:
        """Sends an answer once: after an error, people first look at the page."""
        try:
            status, _where = self._page.bid(self.code, {"hand": hand, "bid": notation})
        except OSError:
            return Try(UNKNOWN)
        self._note(status)
        return Try(OK if status == 302 else REFUSED if status < 500 else UNKNOWN)

    def _by_mail(self, hand: int, notation: str, message: str) -> Try:
        """Sends an answer to the reply address of the letter about this hand. A 250 means it is
        stored; the outcome is known later.
        """
        address = reply_address_for(self.user, Hand.objects.get(game=self._game, number=hand))
        mail = EmailMessage()
        mail["From"], mail["Subject"] = f"{self.user.name} <{self.user.email}>", "Re: your hand"
        mail["To"], mail["Message-ID"] = address, message
        mail.set_content(notation)
        for _number in range(TRIES):
            try:
                with smtplib.SMTP("127.0.0.1", self._mail_port, timeout=15) as server:
                    server.send_message(mail)
                    return Try(OK)
            except (OSError, smtplib.SMTPException):
                if self.stop.wait(random.uniform(0.5, 2)):
                    break
        return Try(UNKNOWN)
