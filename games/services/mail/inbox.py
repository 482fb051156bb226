"""Mails to reply addresses: stored, taken in their order, settled, forgotten.

What a mail says is not known here (`games.mail.inbound`).  A mail that is stored counts from the
moment of storing: whoever waits for a deadline first takes what was stored before it.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet, Subquery, Value
from django.db.models.functions import Greatest
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.operation import database_clock
from accounts.security import encryption
from games import game_secrets
from games.models import Bid, InboundMail, ReplyAddress
from games.services import wake_workers
from games.services.mail import reply_addresses
from games.services.notifications import hand_notices

A_DAY = timedelta(days=1)
NEXT = timedelta(microseconds=1)  # after: the smallest step of the database's time
KEPT_FOR = timedelta(days=30)
MAX_ATTEMPTS = 3
MAX_AN_HOUR = 60  # mails to one address; more wait at their own server
# Letters that answer mails, to one person, of each pot: what was done, what was refused, what was
# asked, and what may be a stranger's.  So no stranger uses up what somebody's own mails need.
LETTERS_AN_HOUR, LETTERS_A_DAY = 6, 20
POTS = (
    ("mail_receipt", "mail_lines", "mail_table"),
    ("mail_refused",),
    ("mail_help", "mail_state"),
    ("mail_held",),
)
# Outcomes of mails that did what can be taken back, or would be, if it could.
DID = ("applied", "planned", "unplanned", "passed", "back", "vacation", "done", "undone")
MANY = 10  # mails that are looked through
State = InboundMail.State


@dataclass(frozen=True)
class Stored:
    """A mail as it was stored."""

    raw: bytes
    sender: str


@dataclass(frozen=True)
class Result:
    """What became of a mail; `letter` is the kind that says so ("": none), `said` what it needs.

    `certain`: nobody can have misunderstood it, so that the letter may come with the next one.
    """

    outcome: str
    letter: str = ""
    said: dict[str, Any] = field(default_factory=dict)
    held: bool = False
    likeness: str = ""
    certain: bool = False


def is_flooded(address: ReplyAddress) -> bool:
    """Whether so much came to this address in the last hour that more has to wait."""
    since = database_clock.now() - timedelta(hours=1)
    return address.mails.filter(received_at__gt=since).count() >= MAX_AN_HOUR


def store(address: ReplyAddress, raw: bytes, sender: str, door: str, identity: str) -> None:
    """Keeps a mail, sealed; the same again changes nothing.

    The game's row is locked against those who settle its hand: either they see this mail, or it
    counts as later than what they did.
    """
    with transaction.atomic():
        lock_games(address)
        value = {"sender": sender, "raw": raw.decode("latin-1")}
        InboundMail.objects.get_or_create(
            address=address,
            identity=identity,
            defaults={
                "door": door,
                "received_at": _accepted_at(address),
                "sealed_raw": encryption.seal(value, place_of_mail(address.pk, identity, "raw")),
            },
        )
    wake_workers.read_mail(address.user_id)


def _accepted_at(address: ReplyAddress) -> Greatest:
    """Now; but later than what its person has given by other doors, whatever the clocks of our
    hosts say. To be written under the locks of its games."""
    given = Bid.objects.filter(
        hand__in=reply_addresses.hand_ids(address), seat__user=address.user_id
    ).order_by("-given_at")
    last = Subquery(given.annotate(after=F("given_at") + NEXT).values("after")[:1])
    return Greatest(Value(database_clock.now()), last)


def lock_games(address: ReplyAddress) -> None:
    """Locks every game that a mail to this address may be about, always in the same order."""
    for pk in reply_addresses.game_ids(address):
        game_secrets.lock_game(pk=pk)


def identity(message_id: str, raw: bytes) -> str:
    """What a mail is known by: its Message-ID, or what it says when it has none."""
    named = message_id.strip().encode(errors="replace")
    return hashlib.sha256(b"id:" + named if named else b"raw:" + raw).hexdigest()


def place_of_mail(address_id: int, name: str, what: str) -> str:
    """What a column of a mail is sealed for: its raw text or its result."""
    return f"inbound:{address_id}:{name}:{what}"


def content_of(mail: InboundMail) -> Stored | None:
    """The mail itself; None once it is forgotten."""
    if mail.sealed_raw is None:
        return None
    place = place_of_mail(mail.address_id, mail.identity, "raw")
    value = encryption.unseal(mail.sealed_raw, place)
    return Stored(value["raw"].encode("latin-1"), value["sender"])


def result_of(mail: InboundMail) -> dict[str, Any]:
    """What was understood; empty when nothing was kept."""
    if mail.sealed_result is None:
        return {}
    said: dict[str, Any] = encryption.unseal(
        mail.sealed_result, place_of_mail(mail.address_id, mail.identity, "result")
    )
    return said


# ------------------------------------------------------------------ in their order


def people_waiting(limit: int = 500) -> list[int]:
    """The ids of people of whom mails wait to be read."""
    rows = _new().order_by("pk").values_list("address__user_id", flat=True)[:limit]
    return list(dict.fromkeys(rows))


def waiting_for(hand_id: int) -> list[int]:
    """Ids of the people who have sent mail about this hand that nobody has read yet."""
    rows = _about(hand_id).order_by("pk")
    return list(dict.fromkeys(rows.values_list("address__user_id", flat=True)))


def has_unread(hand_id: int) -> bool:
    """Whether a mail to this hand was stored that nobody has read yet; under its game's lock
    that stays so."""
    return _about(hand_id).exists()


def request_reading(hand_id: int) -> None:
    """Asks the workers to read what waits for this hand."""
    for user_id in waiting_for(hand_id):
        wake_workers.read_mail(user_id)


def came_in_time(hand_id: int, deadline: datetime) -> bool:
    """Whether a mail waits that was stored by then."""
    return _about(hand_id).filter(received_at__lte=deadline).exists()


def _about(hand_id: int) -> "QuerySet[InboundMail]":
    """Those that may be about this hand, alone or among others: who knows before they are read?"""
    return _new().filter(reply_addresses.about_hand(hand_id, "address"))


def _new() -> "QuerySet[InboundMail]":
    return InboundMail.objects.filter(state=State.NEW)


def read_next(
    user_id: int, answer: Callable[[InboundMail], Result], then: Callable[[int], None]
) -> bool:
    """Settles the oldest mail of this person by what `answer` makes of it; False: there is none.

    One transaction: what the mail changed, its outcome, the letter about it, and `then` for each
    of its hands (by id), which may have waited for just this mail; or nothing. Nobody reads mails
    of the same person meanwhile, so the last good answer wins.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user_id)
        mail = _known(_new().filter(address__user_id=user_id)).order_by("pk").first()
        if mail is None:
            return False
        if mail.address.purpose == reply_addresses.SEVERAL:
            lock_games(mail.address)  # before any of them, or two such mails could block each other
        settle(mail, answer(mail))
        for hand_id in reply_addresses.hand_ids(mail.address):
            then(hand_id)
    return True


def _known(mails: "QuerySet[InboundMail]") -> "QuerySet[InboundMail]":
    return mails.select_related("address__user", "address__hand__game", "address__hand__stage")


def give_up(user_id: int) -> list[int]:
    """Notes that the oldest mail of this person broke its reader; after some times, for good.

    Returns the hands that it was about, by id, which may have waited for just this mail.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user_id)
        mail = _known(_new().filter(address__user_id=user_id)).order_by("pk").first()
        if mail is None:
            return []
        mail.attempts += 1
        if mail.attempts >= MAX_ATTEMPTS:
            mail.state, mail.outcome, mail.settled_at = State.FAILED, "broken", database_clock.now()
        mail.save(update_fields=["attempts", "state", "outcome", "settled_at"])
    return reply_addresses.hand_ids(mail.address)


def settle(mail: InboundMail, result: Result) -> None:
    """Writes down what became of a mail, and puts the letter about it into the outbox."""
    mail.state = State.HELD if result.held else State.DONE
    mail.outcome, mail.settled_at = result.outcome, database_clock.now()
    mail.likeness = result.likeness
    if result.said:
        place = place_of_mail(mail.address_id, mail.identity, "result")
        mail.sealed_result = encryption.seal(result.said, place)
    mail.held_back, mail.said_at = "", None
    if result.letter and may_write(mail.address.user_id, result.letter):
        mail.letter = result.letter
    else:
        mail.held_back = result.letter
    mail.save()
    if mail.letter:
        hand_notices.answered_mail(mail, certain=result.certain)
        wake_workers.deliver()


# ------------------------------------------------------------------ how much is answered


def may_write(user_id: int, letter: str) -> bool:
    """Whether one more letter of this kind about a mail may go to this person."""
    (pot,) = [pot for pot in POTS if letter in pot]
    hour, day = (_letters(user_id, pot, hours) for hours in (1, 24))
    return hour < LETTERS_AN_HOUR and day < LETTERS_A_DAY


def _letters(user_id: int, pot: Sequence[str], hours: int) -> int:
    since = database_clock.now() - timedelta(hours=hours)
    answered = InboundMail.objects.filter(address__user_id=user_id, settled_at__gt=since)
    return answered.filter(letter__in=pot).count()


def unsaid(user_ids: Collection[int]) -> dict[int, list[InboundMail]]:
    """By person, the mails of which they were told nothing, since there were too many."""
    rows = InboundMail.objects.filter(address__user__in=user_ids, said_at=None)
    found: dict[int, list[InboundMail]] = {}
    for mail in _known(rows.exclude(held_back="")).order_by("pk"):
        found.setdefault(mail.address.user_id, []).append(mail)
    return found


def was_said(mails: Sequence[InboundMail]) -> None:
    """A letter has told what became of them."""
    now = database_clock.now()
    for mail in mails:
        mail.said_at = now
    InboundMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(said_at=now)


def said_before(likeness: str) -> bool:
    """Whether the same line that could not be carried out was answered within a day."""
    since = database_clock.now() - A_DAY
    alike = InboundMail.objects.filter(likeness=likeness, settled_at__gt=since)
    return alike.exclude(letter="", held_back="").exists()


def told_state(user_id: int) -> bool:
    """Whether this person was told the present state within a day, for an address that is past."""
    since = database_clock.now() - A_DAY
    told = InboundMail.objects.filter(address__user_id=user_id, settled_at__gt=since)
    return told.filter(outcome="past").exclude(letter="", held_back="").exists()


def likeness(line: str) -> str:
    """A keyed digest of an unreadable line: tells that it came again, and nothing else."""
    return salted_hmac("games.inbox", line, algorithm="sha256").hexdigest()


def of_person(user_id: int, pk: int) -> InboundMail | None:
    """A mail to an address of this person."""
    return _known(InboundMail.objects.filter(pk=pk, address__user_id=user_id)).first()


# ------------------------------------------------------------------ held, and forgotten


def waiting(pk: int) -> InboundMail | None:
    """A mail that waits for a confirmation, unless it is forgotten or its address was revoked."""
    rows = InboundMail.objects.filter(pk=pk, state=State.HELD, address__revoked_at=None)
    rows = rows.exclude(sealed_result=None)
    return _known(rows).first()


def asked_back(mail: InboundMail) -> InboundMail | None:
    """The newest mail to the same address that waits for its own writer's second word, a day long;
    never one of which nobody knows who wrote it."""
    since = database_clock.now() - A_DAY
    rows = InboundMail.objects.filter(
        address=mail.address_id, state=State.HELD, outcome="asked", settled_at__gt=since
    )
    return _known(rows.exclude(sealed_result=None)).order_by("-pk").first()


def done_before(mail: InboundMail, outcomes: Sequence[str] = DID) -> list[InboundMail]:
    """The mails of the last day to the same address that did something, the newest first."""
    since = database_clock.now() - A_DAY
    rows = InboundMail.objects.filter(
        address=mail.address_id, pk__lt=mail.pk, state=State.DONE, settled_at__gt=since
    )
    return list(_known(rows.filter(outcome__in=outcomes).order_by("-pk"))[:MANY])


def answered_since(mail: InboundMail) -> bool:
    """Whether a later mail to the same address sealed an answer."""
    later = InboundMail.objects.filter(address=mail.address_id, pk__gt=mail.pk)
    return later.filter(outcome="applied").exists()


def held(pk: int) -> InboundMail | None:
    """The held mail with its person and game locked.  Call it inside a transaction."""
    mail = waiting(pk)
    if mail is None:
        return None
    User.objects.select_for_update(no_key=True).get(pk=mail.address.user_id)
    lock_games(mail.address)
    return waiting(pk)


def forget_old(now: datetime | None = None) -> int:
    """Takes away what mails said that are older than thirty days; that they came is kept."""
    before = (now or database_clock.now()) - KEPT_FOR
    old = InboundMail.objects.filter(
        Q(sealed_raw__isnull=False) | Q(sealed_result__isnull=False), received_at__lt=before
    )
    return old.exclude(state=State.NEW).update(sealed_raw=None, sealed_result=None)
