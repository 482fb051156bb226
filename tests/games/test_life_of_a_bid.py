"""The life of a bid, as docs/architecture.md tells it, and what it may cost by each interface.

Statements and Python calls are counted, never seconds, so that they cannot creep back unseen.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import ApiKey, User
from accounts.operation import database_clock
from accounts.security import api_keys
from games import tasks
from games.mail.inbound import intake, process
from games.models import Game, Hand, InboundMail
from games.services.mail.reply_addresses import reply_address_for
from tests.games.mail.inbound.mailing import a_reply, stored
from tests.games.mail.reading import members, started
from tests.games.making import bid, legal, person
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = tuple(f"{ROOT / name}/" for name in ("accounts", "games", "tideweb"))
BACKEND = f"{ROOT}/tideweb/database/"  # a part of Django to whoever reads the life of a bid
VIEWS = ("games/api/hands/bidding.py:BidView.put", "games/web/hands/bidding.py:bid")


@dataclass
class Trace:
    """What ran: the functions of ours in the order of their first call, and how many calls."""

    functions: list[str] = field(default_factory=list)
    calls: int = 0
    statements: list[str] = field(default_factory=list)

    @property
    def asked(self) -> list[str]:
        """The statements, but for those that begin and end transactions."""
        return [sql for sql in self.statements if "SAVEPOINT" not in sql]


@contextmanager
def traced(first: str = "") -> Iterator[Trace]:
    """With `first` it lists what is called from the first call of that function on, also what was
    called before it. What follows the view of a page or operation isn't listed, as what precedes
    it isn't: that is Django's, and the same for every one."""
    found = Trace()
    listing = not first

    def heard(frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal listing
        if event not in ("call", "return"):
            return
        file, name = frame.f_code.co_filename, frame.f_code.co_qualname
        named = f"{Path(file).relative_to(ROOT)}:{name}" if file.startswith(OURS) else ""
        if event == "return":
            listing = listing and not (named == first and first in VIEWS)
            return
        found.calls += 1
        if named and not file.startswith(BACKEND) and "<" not in name:
            listing = listing or named == first
            if listing and named not in found.functions:
                found.functions.append(named)

    def asked(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        found.statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(asked):
        sys.setprofile(heard)
        try:
            yield found
        finally:
            sys.setprofile(None)


# ------------------------------------------------------------------ the interfaces, and the hand


@dataclass
class Table:
    """A table of three of whom two have answered, and how the last answer comes by each one."""

    game: Game
    user: User
    card: str
    key: str
    address: str
    browser: Client
    program: Client
    hand_id: int

    def api(self) -> None:
        path = f"/api/v1/games/{self.game.code}/hands/1/bid"
        headers = {"Authorization": f"Bearer {self.key}"}
        body = json.dumps({"bid": self.card})
        answer = self.program.put(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == 200, answer.content

    def page(self) -> None:
        form = {"ruleset": self.game.ruleset, "hand": "1", "bid": self.card}
        answer = self.browser.post(f"/g/{self.game.code}/bid/", form)
        assert answer.status_code == 302, answer.content[:1000]

    def mail(self) -> None:
        if not InboundMail.objects.exists():
            assert intake.Replies().knows(self.address)  # as its server asks first
            stored(self.address, a_reply(self.user, self.card))
        process.read_all()

    def hand(self) -> None:
        tasks.resolve_hand(self.hand_id)

    def left(self) -> str:
        """What is there, in the words of the document."""
        if self.game.hands.filter(number=2).exists():
            return "the next hand"
        if self.game.hands.get(number=1).state == Hand.State.READY:
            return "the bid"
        return "the mail" if InboundMail.objects.exists() else "nothing"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("games.web.hands.bidding.PATIENCE", 0.0)  # no worker will turn the hand
    # Earlier tests may have left as many prepared statements as a connection keeps; each new one
    # would then cost the calls that forget another. And each is prepared as it first runs, so that
    # what is counted doesn't depend on how often earlier tests have run it.
    connection.ensure_connection()
    monkeypatch.setattr(connection.connection, "prepared_max", None)
    monkeypatch.setattr(connection.connection, "prepare_threshold", 0)
    return created(members(3))


def created(people: list[User]) -> Table:
    game = started(people)
    (first, second, last) = game.seats.select_related("user").order_by("index")
    for seat in (first, second):
        assert seat.user is not None
        bid(game, seat.user)
    assert last.user is not None
    key = api_keys.issue(last.user)
    ApiKey.objects.update(used_on=timezone.now().date())  # as by an earlier request of the day
    clients = browser(last.user), Client()
    for client in clients:
        client.handler.load_middleware()  # a process does that once
    card, hand = legal(game, last.index)[0], game.hands.get(number=1)
    address = reply_address_for(last.user, hand)
    return Table(game, last.user, card, key, address, *clients, hand.pk)


def last_of(table: Table, interface: str) -> Callable[[], None]:
    """The last answer by an interface; or of a hand that is to be turned, with all answers in."""
    if interface == "hand":
        table.page()
    action: Callable[[], None] = getattr(table, interface)
    return action


# ------------------------------------------------------------------ the document

INTERFACES = ("api", "page", "mail", "hand")
STEP = re.compile(r"^\| `([\w/]+\.py:[\w.]+)`[^|]*\| ([^|]+) \|$", re.MULTILINE)


def steps(interface: str) -> list[tuple[str, str]]:
    """The steps of one table of the document: function, and what is left if it dies there."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## The life of a bid")[2].partition("\n## ")[0]
    tables = section.split("| step |")[1:]
    return STEP.findall(tables[INTERFACES.index(interface)])


class Died(BaseException):
    """As if the process were killed."""


def dying_at(step: str, action: Callable[[], None]) -> None:
    """Does it in a process that dies as this function begins."""
    file, _colon, name = step.partition(":")

    def heard(frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_qualname == name and code.co_filename.endswith(f"/{file}"):
            raise Died

    sys.setprofile(heard)
    try:
        with pytest.raises(Died):
            action()
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("interface", INTERFACES)
def test_the_document_tells_the_order(table: Table, interface: str) -> None:
    action = last_of(table, interface)
    with traced() as trace:
        action()
    told = [name for name, _left in steps(interface)]
    assert len(told) >= 4
    assert [name for name in trace.functions if name in told] == told


@pytest.mark.parametrize("interface", INTERFACES)
def test_the_document_tells_what_is_left_where_it_dies(table: Table, interface: str) -> None:
    action = last_of(table, interface)
    for step, left in steps(interface):
        dying_at(step, action)
        assert table.left() == left.partition(",")[0], step
    if left != "the bid" or interface == "hand":
        action()
    assert table.left() == ("the next hand" if interface == "hand" else "the bid")


# ------------------------------------------------------------------ what it may cost

# Statements (but for those that begin and end transactions), Python calls, and from the first step
# of the document on, functions and files of ours.
COSTS = {
    "api": (4, 1570, 36, 14),
    "page": (6, 2720, 30, 13),
    "mail": (23, 5060, 103, 34),
    "hand": (4, 1270, 108, 35),
}


@pytest.mark.parametrize("interface", INTERFACES)
def test_the_cost(table: Table, interface: str) -> None:
    warm = created([person("Ute"), person("Henning"), person("Wiebke")])
    last_of(warm, interface)()  # what is imported
    if interface != "hand":
        InboundMail.objects.all().delete()
    action = last_of(table, interface)
    database_clock.now()  # asked by a process once in ten seconds, whatever it does
    with traced(steps(interface)[0][0]) as trace:
        action()
    files = {name.partition(":")[0] for name in trace.functions}
    found = (len(trace.asked), trace.calls, len(trace.functions), len(files))
    message = "\n".join([f"{found} of {COSTS[interface]} at most", *trace.functions])
    assert all(one <= most for one, most in zip(found, COSTS[interface], strict=True)), message
