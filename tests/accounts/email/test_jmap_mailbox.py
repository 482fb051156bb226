"""A mailbox that is read by JMAP, from a small server that speaks the methods which are needed."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from accounts.email import inbound_routes, polled_mailbox
from accounts.email.jmap_mailbox import MAIL, WELL_KNOWN, Unreadable
from accounts.management.commands import mailbox as command
from tests.accounts.email.test_mailbox_reading import Taker, to

BASIC = "Basic " + base64.b64encode(b"club:p:w").decode()


@dataclass
class Server:
    """Mails by their number, which were read, and what goes wrong: the status or the words of an
    address, instead of the right ones."""

    mails: list[bytes]
    port: int = 0
    seen: set[int] = field(default_factory=set)
    wrong: dict[str, int | bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    believes: str = BASIC
    broken: set[int] = field(default_factory=set)
    cut: str = ""
    at_once: int = 500

    @property
    def url(self) -> str:
        return f"http://club:p%3Aw@127.0.0.1:{self.port}/"

    def session(self) -> dict[str, Any]:
        return {
            "primaryAccounts": {MAIL: "a1"},
            "apiUrl": "/api/",
            "downloadUrl": "/blob/{accountId}/{blobId}/{name}?accept={type}",
        }

    def did(self, method: str, data: dict[str, Any]) -> dict[str, Any]:
        """As much of RFC 8621 as a client needs that reads one inbox."""
        if method == "Mailbox/query":
            assert data["filter"] == {"role": "inbox"}
            return {"ids": ["inbox"]}
        if method == "Email/query":
            assert data["filter"] == {"inMailbox": "inbox", "notKeyword": "$seen"}
            new = [n for n in range(len(self.mails)) if n not in self.seen]
            begin, most = data.get("position", 0), min(data["limit"], self.at_once)
            return {"ids": [f"m{n}" for n in new[begin : begin + most]]}
        if method == "Email/get":
            numbers = [int(key[1:]) for key in data["ids"]]
            return {"list": [self.facts(n) for n in numbers]}
        assert method == "Email/set"
        keys = [key for key, change in data["update"].items() if change == {"keywords/$seen": True}]
        self.seen |= {int(key[1:]) for key in keys}
        return {"updated": dict.fromkeys(keys)}

    def facts(self, number: int) -> dict[str, Any]:
        return {"id": f"m{number}", "blobId": f"b/{number}"}


class Speaks(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each body waits 40 ms for the receipt of its headers
    box: Server

    def do_GET(self) -> None:
        if self.path == WELL_KNOWN:
            self.send_response(307)
            self.send_header("Location", "/session")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path == "/session":
            self.says("session", json.dumps(self.box.session()).encode())
        else:
            number = int(self.path.removeprefix("/blob/a1/b%2F").partition("/")[0])
            broken = number in self.box.broken
            self.says("broken" if broken else "blob", self.box.mails[number])

    def do_POST(self) -> None:
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        ((method, more, mark),) = data["methodCalls"]
        assert MAIL in data["using"]
        assert more.pop("accountId") == "a1"
        result = [method, self.box.did(method, more), mark]
        self.says(method, json.dumps({"methodResponses": [result]}).encode())

    def says(self, what: str, words: bytes) -> None:
        self.box.asked.append(what)
        wrong = self.box.wrong.get(what, 200)
        words = wrong if isinstance(wrong, bytes) else words
        status = wrong if isinstance(wrong, int) else 200
        self.send_response(status if self.headers["Authorization"] == self.box.believes else 401)
        self.send_header("Content-Length", str(len(words)))
        self.end_headers()
        self.wfile.write(words[: len(words) // 2] if self.box.cut == what else words)
        self.close_connection = self.box.cut == what

    def log_message(self, *_args: object) -> None:
        """Says nothing."""


@contextmanager
def served(*mails: bytes) -> Iterator[Server]:
    box = Server(list(mails))
    kind = type("Here", (Speaks,), {"box": box})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        box.port = server.server_address[1]
        yield box
        server.shutdown()


@pytest.fixture
def taker(monkeypatch: pytest.MonkeyPatch) -> Taker:
    one = Taker()
    monkeypatch.setattr(inbound_routes, "TAKERS", [one])
    return one


def test_what_is_ours_is_taken_once(taker: Taker) -> None:
    big = to("ours@x.org") + b"x" * inbound_routes.MAX_BYTES
    with served(to("ours@x.org"), to("theirs@x.org"), to("ours2@x.org"), big) as box:
        assert polled_mailbox.read(box.url) == 3
        assert box.asked.count("blob") == 4
        assert polled_mailbox.read(box.url) == 0
    assert box.seen == {0, 1, 2, 3}
    one, two, three = taker.taken
    assert three.raw == to("ours@x.org")  # the line that is too long is left out
    assert (one.recipient, two.recipient) == ("ours@x.org", "ours2@x.org")
    assert (one.raw, one.sender) == (to("ours@x.org"), "a@example.org")
    assert two.origin == inbound_routes.MAILBOX


def test_what_came_too_often_stays_unread(taker: Taker) -> None:
    with served(to("full@x.org"), to("ours@x.org")) as box:
        assert polled_mailbox.read(box.url) == 1
    assert box.seen == {1}


@pytest.mark.parametrize("at_once", [50, 500])
def test_a_flooded_address_holds_up_no_other(taker: Taker, at_once: int) -> None:
    """However few mails the server lists at once."""
    flood = [to("full@x.org")] * (polled_mailbox.BATCH_SIZE + 1)
    with served(*flood, to("ours@x.org")) as box:
        box.at_once = at_once
        assert polled_mailbox.read(box.url) == 1
    assert box.seen == {len(flood)}


def test_a_token_instead_of_a_password(taker: Taker) -> None:
    with served(to("ours@x.org")) as box:
        box.believes = "Bearer s3cret"
        assert polled_mailbox.read(f"http://:s3cret@127.0.0.1:{box.port}/session") == 1


@pytest.mark.parametrize(
    ("what", "wrong", "why"),
    [
        ("session", 503, "HTTP 503"),
        ("session", b"<html>", "no JSON"),
        ("session", b'{"primaryAccounts": {}}', "no session"),
        ("session", b"[]", "no session"),
        (
            "Mailbox/query",
            b'{"methodResponses": [["error", {"type": "forbidden"}, "0"]]}',
            "refused",
        ),
        ("Email/query", b"{}", "no answer"),
        ("Email/get", b'{"methodResponses": [["Email/get", {"list": null}}]}', "no JSON"),
        ("Email/get", b" " * (1024 * 1024 + 1), "too long"),
        ("blob", 401, "HTTP 401"),
        ("blob", 403, "HTTP 403"),
        ("blob", 429, "HTTP 429"),
    ],
)
def test_what_goes_wrong_there_leaves_the_mail_for_the_next_look(
    taker: Taker, what: str, wrong: int | bytes, why: str
) -> None:
    with served(to("ours@x.org")) as box:
        box.wrong[what] = wrong
        with pytest.raises(Unreadable, match=why):
            polled_mailbox.read(box.url)
        assert not taker.taken
        box.wrong.clear()
        assert polled_mailbox.read(box.url) == 1


@pytest.mark.parametrize("status", [400, 500, 503])
def test_what_cannot_be_fetched_now_stays_unread_and_holds_up_no_other(
    taker: Taker, status: int
) -> None:
    with served(to("ours+1@x.org"), to("ours+2@x.org")) as box:
        box.broken, box.wrong["broken"] = {0}, status
        assert polled_mailbox.read(box.url) == 1
        assert box.seen == {1}
        box.broken.clear()
        assert polled_mailbox.read(box.url) == 1
    assert [arrival.recipient for arrival in taker.taken] == ["ours+2@x.org", "ours+1@x.org"]


@pytest.mark.parametrize("what", ["session", "Email/query", "blob"])
def test_half_an_answer_is_none(taker: Taker, what: str) -> None:
    with served(to("ours@x.org")) as box:
        box.cut = what
        with pytest.raises(Unreadable, match="ProtocolError"):
            polled_mailbox.read(box.url)
    assert not taker.taken
    assert not box.seen


def test_what_was_not_marked_is_handed_over_again(
    taker: Taker, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever takes it knows it by its Message-ID (tests.games.mail.inbound.test_once)."""
    with served(to("ours@x.org")) as box:
        box.wrong["Email/set"] = b'{"methodResponses": [["Email/set", {"updated": null}, "0"]]}'
        for _ in range(2):
            box.seen.clear()
            assert polled_mailbox.read(box.url) == 1
    assert len(taker.taken) == 2
    assert "could not be marked" in caplog.text


def test_a_mail_that_is_gone_meanwhile_is_passed_over(taker: Taker) -> None:
    with served(to("ours@x.org")) as box:
        box.wrong["blob"] = 404
        assert polled_mailbox.read(box.url) == 0


@pytest.mark.django_db
def test_a_wrong_password_is_told_without_it(
    taker: Taker, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with served(to("ours@x.org")) as box:
        settings.MAILBOX_URL = box.url.replace("p%3Aw", "s3cret")
        command.look()
    assert "HTTP 401" in caplog.text
    assert "s3cret" not in caplog.text
    assert not box.seen
