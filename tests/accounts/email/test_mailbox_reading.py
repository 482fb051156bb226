"""A mailbox that is read by IMAP: what came there is taken once, and marked as read."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.email import inbound_routes, polled_mailbox
from accounts.email.inbound_routes import MAILBOX, Arrival, TooMany
from accounts.management.commands import mailbox
from games.mail.inbound import parse, process
from games.models import Bid, InboundMail
from games.services.mail.reply_addresses import reply_address_for
from tests.games.mail.inbound.mailing import OURS, PASSED, VOUCHED, a_reply
from tests.games.mail.reading import begun
from tests.games.making import hand_of, legal, user_at
from tests.narrowing import not_none


@dataclass
class Box:
    """Mails by their number, and which were read."""

    mails: list[bytes]
    seen: set[int] = field(default_factory=set)
    in_use: set[int] = field(default_factory=set)
    said: list[str] = field(default_factory=list)
    url: str = ""


def answered(box: Box, words: list[str]) -> Iterator[bytes]:
    """As much of RFC 9051 as a client needs that reads one mailbox."""
    verb = words[0].upper()
    if verb == "CAPABILITY":
        yield b"* CAPABILITY IMAP4rev1\r\n"
    elif verb == "SELECT":
        yield f"* {len(box.mails)} EXISTS\r\n".encode()
    elif words[:2] == ["UID", "SEARCH"]:
        left = (str(n) for n in range(1, len(box.mails) + 1) if n not in box.seen)
        yield f"* SEARCH {' '.join(left)}\r\n".encode()
    elif words[:2] == ["UID", "FETCH"] and int(words[2]) not in box.in_use:
        number, raw = int(words[2]), box.mails[int(words[2]) - 1]
        most = int(words[3].removeprefix("(BODY.PEEK[]<0.").removesuffix(">)"))
        yield f"* {number} FETCH (UID {number} BODY[]<0> {{{len(raw[:most])}}}\r\n".encode()
        yield raw[:most] + b")\r\n"
    elif words[:2] == ["UID", "STORE"]:
        box.seen.add(int(words[2]))


def is_good(box: Box, words: list[str]) -> bool:
    if words[:2] == ["UID", "FETCH"]:
        return int(words[2]) not in box.in_use
    return words[0].upper() != "LOGIN" or words[1:] == ["club", '"p:w"']


@contextmanager
def served(*mails: bytes) -> Iterator[Box]:
    box = Box(list(mails))

    class Serves(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True  # else each further line waits 40 ms for a receipt

        def handle(self) -> None:
            self.wfile.write(b"* OK ready\r\n")
            for line in self.rfile:
                tag, *words = line.decode().strip().split(" ")
                box.said.append(" ".join(words))
                for piece in answered(box, words):
                    self.wfile.write(piece)
                good = is_good(box, words)
                self.wfile.write(f"{tag} {'OK' if good else 'NO'} done\r\n".encode())
                if words[0].upper() == "LOGOUT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Serves) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        box.url = f"imap://club:p%3Aw@127.0.0.1:{server.server_address[1]}/INBOX"
        yield box
        server.shutdown()


def to(address: str, **headers: str) -> bytes:
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"{head}To: {address}\r\nFrom: a@example.org\r\n\r\n44\r\n".encode()


class Taker:
    def __init__(self) -> None:
        self.taken: list[Arrival] = []

    def knows(self, address: str) -> bool:
        if address.startswith("full"):
            raise TooMany
        return address.startswith("ours")

    def take(self, arrival: Arrival) -> None:
        self.taken.append(arrival)


@pytest.fixture
def taker(monkeypatch: pytest.MonkeyPatch) -> Taker:
    one = Taker()
    monkeypatch.setattr(inbound_routes, "TAKERS", [one])
    return one


def test_what_is_ours_is_taken_once(taker: Taker) -> None:
    mails = (to("ours@x.org"), to("list@y.org", Delivered_To="ours+2@x.org"), to("theirs@x.org"))
    with served(*mails) as box:
        assert polled_mailbox.read(box.url) == 2
        assert polled_mailbox.read(box.url) == 0
    assert [arrival.recipient for arrival in taker.taken] == ["ours@x.org", "ours+2@x.org"]
    assert {arrival.origin for arrival in taker.taken} == {MAILBOX}
    assert box.seen == {1, 2, 3}
    assert not any("BODY[]" in text for text in box.said)  # it is not read before we have it


@pytest.mark.parametrize("more", [b"x" * 100 + b"\r\n", b"\r\n"])
def test_of_what_is_too_big_the_beginning_is_taken(taker: Taker, more: bytes) -> None:
    with served(to("ours@x.org") + more * 5000) as box:
        assert polled_mailbox.read(box.url) == 1
    raw = taker.taken[0].raw
    assert parse.opened(raw) is not None
    assert (to("ours@x.org") + more * 5000).startswith(raw)
    assert len(raw) > 3000


def test_what_came_too_often_stays_unread(taker: Taker) -> None:
    with served(to("full@x.org"), b"x" * (inbound_routes.MAX_BYTES + 1)) as box:
        assert polled_mailbox.read(box.url) == 0
    assert box.seen == {2}
    assert not taker.taken


def test_a_flooded_address_holds_up_no_other(taker: Taker) -> None:
    flood = [to("full@x.org")] * (polled_mailbox.BATCH_SIZE + 1)
    with served(*flood, to("ours@x.org")) as box:
        assert polled_mailbox.read(box.url) == 1
    assert box.seen == {len(flood) + 1}


def test_a_poll_ends(taker: Taker, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much has come, and however little of it can be taken."""
    monkeypatch.setattr(polled_mailbox, "BATCH_SIZE", 2)
    monkeypatch.setattr(polled_mailbox, "MAX_TRIED", 4)
    with served(*[to("full@x.org")] * 3, *[to("ours@x.org")] * 3) as box:
        assert polled_mailbox.read(box.url) == 1
        assert box.seen == {4}
    with served(*[to("ours@x.org")] * 3) as box:
        assert polled_mailbox.read(box.url) == 2
        assert box.seen == {1, 2}


def test_what_cannot_be_fetched_now_stays_unread_and_holds_up_no_other(taker: Taker) -> None:
    with served(to("ours+1@x.org"), to("ours+2@x.org")) as box:
        box.in_use = {1}
        assert polled_mailbox.read(box.url) == 1
        assert box.seen == {2}
        box.in_use = set()
        assert polled_mailbox.read(box.url) == 1
    assert [arrival.recipient for arrival in taker.taken] == ["ours+2@x.org", "ours+1@x.org"]


@pytest.mark.parametrize(
    ("path", "sender"), [("<>", ""), ("<a@b.org>", "a@b.org"), (None, "a@example.org")]
)
def test_the_envelope_is_what_its_server_wrote_down(
    taker: Taker, path: str | None, sender: str
) -> None:
    more = {"Return_Path": path} if path is not None else {}
    assert polled_mailbox.handed_over(to("ours@x.org", **more))
    assert taker.taken[0].sender == sender


@pytest.mark.parametrize(
    "url", ["http://x/", "imap://u:p@elsewhere.example/INBOX", "imaps:///INBOX", ""]
)
def test_no_password_goes_over_an_open_line(url: str) -> None:
    with pytest.raises(ValueError, match="MAILBOX_URL"), polled_mailbox.opened(url):
        pass


@pytest.mark.django_db
def test_a_card_by_a_mailbox_behind_a_plus_sign(settings: Settings) -> None:
    settings.REPLY_DOMAIN, settings.REPLY_MAILBOX = "example.org", "club"
    settings.AUTHSERV_ID = OURS
    game = begun(3)
    marit = user_at(game, 0)
    address = reply_address_for(marit, hand_of(game))
    assert address.startswith("club+re-")
    mail = a_reply(marit, legal(game, 0)[0])
    mail["To"] = address
    forged = mail.as_bytes().replace(not_none(marit.email).encode(), b"eve@example.org")
    vouched = f"{VOUCHED}: {PASSED}\r\n".encode()
    with served(vouched + mail.as_bytes(), vouched + forged) as box:
        assert polled_mailbox.read(box.url) == 2
    process.read_all()
    assert InboundMail.objects.get().outcome == "applied"  # they have one Message-ID
    assert Bid.objects.get().seat.user == marit


@pytest.mark.django_db
def test_the_command_says_why_it_read_nothing(settings: Settings) -> None:
    settings.MAILBOX_URL = "imap://me:s3cret@127.0.0.1:1/INBOX"
    with pytest.raises(CommandError, match=r"could not be read \(ConnectionRefusedError\)"):
        call_command("mailbox", "--once")


@pytest.mark.django_db
def test_a_mailbox_that_can_never_be_polled_ends_the_process_in_words(settings: Settings) -> None:
    settings.MAILBOX_URL = "imap://me:s3cret@elsewhere.example/INBOX"
    with pytest.raises(CommandError, match="goes by imaps or https only") as refused:
        mailbox.look()
    assert "s3cret" not in str(refused.value)
