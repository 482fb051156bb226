"""Mails to reply addresses: stored, read in order, settled, deleted.

What a mail says is not known here (`games.mail.inbound`). A stored mail counts from the moment of
storing, so whoever acts on a deadline first reads what was stored before it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts import encryption
from accounts.models import User
from accounts.operation import database_clock
from accounts.rows import fetch
from games.models import Bid, Hand, InboundMail, ReplyAddress, ReplyTopic, Seat, SeatClock
from games.services import wake_workers
from games.services.mail import loaded_mails, reply_addresses
from games.services.notifications import hand_notices

A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)
NEXT = timedelta(microseconds=1)  # the smallest step of the database's time
KEPT_FOR = timedelta(days=30)
MAX_ATTEMPTS = 3
MAX_AN_HOUR = 60  # mails to one address; more wait at their own server
# Limits on letters that answer mails, for each person and each pot: what was done, what was
# refused, what was asked, and what a stranger may have sent. So no stranger can use up the letters
# that somebody's own mails need.
LETTERS_AN_HOUR, LETTERS_A_DAY = 6, 20
POTS = (
    ("mail_receipt", "mail_lines", "mail_table"),
    ("mail_refused",),
    ("mail_help", "mail_state"),
    ("mail_held",),
)
# Outcomes of mails that did something, which "undo" is about even if it can't be undone.
WITH_EFFECT = ("applied", "planned", "unplanned", "passed", "back", "vacation", "done", "undone")
# A machine never does anything; a person who did not know how soon does. So letters about mails
# that did nothing stop after a few in a row, whatever the mails contain.
IN_VAIN, WORKED = ("refused", "empty", "asked", "broken"), (*WITH_EFFECT, "lines", "confirmed")
MAX_IN_VAIN = 4  # letters a day
SHORT = 6  # words of a line in which numbers count: nobody writes an answer that is longer
MAX_DONE = 10  # mails that `done_before` and `asked_back` return at most
NUMBERS = re.compile(r"\d+")
# To insert a mail again that is there would wait for whoever is reading it, who may wait for the
# lock that we hold.
STORE = """
    INSERT INTO games_inboundmail (address_id, identity, door, received_at, sealed_raw, state,
        outcome, letter, held_back, likeness, attempts)
    SELECT %(address)s, %(identity)s::varchar, %(door)s, greatest(%(now)s, (
            SELECT max(bid.given_at) + %(next)s FROM games_bid AS bid
            JOIN games_seat AS seat ON seat.id = bid.seat_id
            WHERE bid.hand_id = ANY(%(hands)s) AND seat.user_id = %(user)s
        ), (
            SELECT max(mail.received_at) + %(next)s FROM games_inboundmail AS mail
            JOIN games_replyaddress AS address ON address.id = mail.address_id
            WHERE mail.state = 'new' AND address.user_id = %(user)s
        )), %(sealed_raw)s, 'new', '', '', '', '', 0
    WHERE NOT EXISTS (
        SELECT FROM games_inboundmail
        WHERE address_id = %(address)s AND identity = %(identity)s::varchar
    )
    ON CONFLICT DO NOTHING RETURNING id
"""
ANSWERED = """
    SELECT mail.settled_at FROM games_inboundmail AS mail
    JOIN games_replyaddress AS address ON address.id = mail.address_id
    WHERE address.user_id = %(user)s AND mail.settled_at > %(since)s
        AND mail.letter = ANY(%(letters)s)
    ORDER BY mail.settled_at DESC LIMIT %(limit)s
"""
# The mail itself, which may be long, stays as it is.
SETTLE = """
    UPDATE games_inboundmail SET state = %(state)s, outcome = %(outcome)s,
        settled_at = %(settled_at)s, likeness = %(likeness)s, sealed_result = %(sealed_result)s,
        held_back = %(held_back)s, said_at = %(said_at)s, letter = %(letter)s
    WHERE id = %(id)s RETURNING id
"""
State = InboundMail.State
UNREAD = Q(state=State.NEW)
# Mails with everything that reading them needs.
MAILS = InboundMail.objects.select_related(
    "address__user", "address__hand__game", "address__hand__stage"
)


@dataclass(frozen=True)
class Result:
    """The result of a mail. `letter` is the kind of the letter about it ("": none), `details` its
    facts.

    `certain`: it can't have been misunderstood, so its letter may wait and go with the next one.
    `quiet`: a machine may have sent the mail, so no letter answers it; the next one reports it.
    """

    outcome: str
    letter: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    held: bool = False
    likeness: str = ""
    certain: bool = False
    quiet: bool = False


def is_flooded(address: ReplyAddress) -> bool:
    """Whether so much came to this address in the last hour that more has to wait."""
    since = database_clock.now() - AN_HOUR
    return loaded_mails.received_since(address, since) >= MAX_AN_HOUR


def store(address: ReplyAddress, raw: bytes, sender: str, origin: str, identity: str) -> None:
    """Stores a mail, sealed. The same mail again changes nothing.

    The game's row is locked against those who resolve its hand: either they see this mail, or it
    counts as later than what they did; and as later than the person's answers and unread mails so
    far, whatever the clocks of our hosts say.
    """
    with transaction.atomic():
        loaded_mails.lock_games(address)
        value = {"sender": sender, "raw": raw.decode("latin-1")}
        associated_data = associated_data_of_mail(address.pk, identity, "raw")
        fetch(STORE, {
            "address": address.pk, "identity": identity, "door": origin,
            "now": database_clock.now(), "sealed_raw": encryption.seal(value, associated_data),
            "hands": loaded_mails.hand_ids(address), "user": address.user_id,
            "next": NEXT,
        })  # fmt: skip
    wake_workers.read_mail(address.user_id)


def associated_data_of_mail(address_id: int, name: str, what: str) -> str:
    """The context (associated data) that a column of a mail is sealed with: "raw" or "result"."""
    return f"inbound:{address_id}:{name}:{what}"


def content_of(mail: InboundMail) -> tuple[bytes, str] | None:
    """The mail itself, and the sender of its envelope; None once it was deleted."""
    if mail.sealed_raw is None:
        return None
    associated_data = associated_data_of_mail(mail.address_id, mail.identity, "raw")
    value = encryption.unseal(mail.sealed_raw, associated_data)
    return value["raw"].encode("latin-1"), value["sender"]


def result_of(mail: InboundMail) -> dict[str, Any]:
    """What was understood; empty if nothing was stored."""
    if mail.sealed_result is None:
        return {}
    details: dict[str, Any] = encryption.unseal(
        mail.sealed_result, associated_data_of_mail(mail.address_id, mail.identity, "result")
    )
    return details


# ------------------------------------------------------------------ in their order


def people_with_unread_for(hand_id: int) -> list[int]:
    """Ids of the people with unread mail about this hand, or any if they still owe it an answer."""
    owing = SeatClock.objects.filter(hand=hand_id, answered_at=None).values_list("user", flat=True)
    rows = _about(hand_id, owing).order_by("pk")
    return list(dict.fromkeys(rows.values_list("address__user", flat=True)))


def has_unread(hand_id: int) -> bool:
    """Whether a mail about this hand is stored and unread. Under its game's lock that stays so."""
    return _about(hand_id).exists()


def people_with_unread_in(game_id: int) -> list[int]:
    """Ids of the people with unread mail to any address of this game."""
    listed = ReplyTopic.objects.filter(game=game_id).values("address")
    about = Q(address__hand__game=game_id) | Q(address__in=listed)
    rows = InboundMail.objects.filter(UNREAD, about).order_by("pk")
    return list(dict.fromkeys(rows.values_list("address__user_id", flat=True)))


def request_reading(hand_id: int) -> None:
    """Asks the workers to read the mail about this hand."""
    for user_id in people_with_unread_for(hand_id):
        wake_workers.read_mail(user_id)


def came_in_time(hand: Hand, late: Sequence[Seat]) -> bool:
    """Whether an unread mail about this hand, or of a `late` player, was stored by its deadline."""
    people = [seat.user_id for seat in late]
    return _about(hand.pk, people).filter(received_at__lte=hand.deadline).exists()


def _about(hand_id: int, people: Iterable[int | None] = ()) -> "QuerySet[InboundMail]":
    """Unread mails that may concern this hand, which is known only once they are read: to its own
    addresses, or of these people to any, since a vacation moves every clock of theirs."""
    listed = ReplyTopic.objects.filter(hand=hand_id).values("address")
    about = Q(address__hand=hand_id) | Q(address__in=listed)
    return InboundMail.objects.filter(UNREAD, about | Q(address__user__in=people))


def read_next(
    user_id: int, process: Callable[[InboundMail], Result], then: Callable[[int], None]
) -> bool:
    """Settles this person's oldest unread mail by what `process` makes of it. False if there is
    none.

    One transaction: what the mail changed, its outcome, the letter about it, and `then` for each
    of its hands (by id), which may have waited for just this mail. Nobody else reads mails of the
    same person meanwhile, so the last valid answer wins.
    """
    with transaction.atomic():
        mail = loaded_mails.oldest_unread(user_id)
        if mail is None:
            return False
        if mail.address.purpose == reply_addresses.SEVERAL:
            loaded_mails.lock_games(mail.address, everywhere=True)
        settle(mail, process(mail))
        for hand_id in loaded_mails.hand_ids(mail.address):
            then(hand_id)
    return True


def give_up(
    user_id: int, broken: Callable[[InboundMail], Result], then: Callable[[int], object]
) -> None:
    """Notes that reading this person's oldest mail failed; after `MAX_ATTEMPTS`, for good, with
    the result that its sender is told.

    Calls `then` in the same transaction for the hands it was about, which may have waited for just
    this mail.
    """
    with transaction.atomic():
        mail = loaded_mails.oldest_unread(user_id)
        if mail is None:
            return
        mail.attempts += 1
        mail.save(update_fields=["attempts"])
        if mail.attempts >= MAX_ATTEMPTS:
            settle(mail, broken(mail), State.FAILED)
            for hand_id in loaded_mails.hand_ids(mail.address):
                then(hand_id)


def settle(mail: InboundMail, result: Result, state: str = State.DONE) -> None:
    """Stores the result of a mail, and enqueues the letter about it."""
    mail.state = State.HELD if result.held else state
    mail.outcome, mail.settled_at = result.outcome, database_clock.now()
    mail.likeness = result.likeness
    if result.details:
        associated_data = associated_data_of_mail(mail.address_id, mail.identity, "result")
        mail.sealed_result = encryption.seal(result.details, associated_data)
    mail.held_back, mail.said_at = "", None
    speaks = result.letter and not result.quiet
    if speaks and may_write(mail.address.user_id, result.letter):
        mail.letter = result.letter
    else:
        mail.held_back = result.letter
    fetch(SETTLE, vars(mail))
    if mail.letter:
        hand_notices.answered_mail(mail, certain=result.certain)
        wake_workers.deliver()


# ------------------------------------------------------------------ how much is answered


def may_write(user_id: int, letter: str) -> bool:
    """Whether one more letter of this kind about a mail may go to this person."""
    (pot,) = [pot for pot in POTS if letter in pot]
    now = database_clock.now()
    values = {
        "user": user_id, "since": now - A_DAY, "letters": list(pot), "limit": LETTERS_A_DAY,
    }  # fmt: skip
    moments = fetch(ANSWERED, values)
    within_the_hour = [moment for (moment,) in moments if moment > now - AN_HOUR]
    return len(within_the_hour) < LETTERS_AN_HOUR and len(moments) < LETTERS_A_DAY


def unsaid(user_ids: Collection[int]) -> dict[int, list[InboundMail]]:
    """By person, the mails whose results they weren't sent, because there were too many."""
    rows = MAILS.filter(address__user__in=user_ids, said_at=None).exclude(held_back="")
    found: dict[int, list[InboundMail]] = {}
    for mail in rows.order_by("pk"):
        found.setdefault(mail.address.user_id, []).append(mail)
    return found


def mark_told(mails: Sequence[InboundMail]) -> None:
    """Marks the results of these mails as sent."""
    now = database_clock.now()
    for mail in mails:
        mail.said_at = now
    InboundMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(said_at=now)


def said_before(likeness: str) -> bool:
    """Whether a mail with the same unreadable lines was answered in the same way within a day."""
    since = database_clock.now() - A_DAY
    alike = InboundMail.objects.filter(likeness=likeness, settled_at__gt=since)
    return alike.exclude(letter="", held_back="").exists()


def writes_in_vain(user_id: int) -> bool:
    """Whether this person's last mails did nothing, and enough letters of today say so."""
    since = database_clock.now() - A_DAY
    mails = InboundMail.objects.filter(address__user_id=user_id, settled_at__gt=since)
    worked = mails.filter(outcome__in=WORKED).order_by("-settled_at")
    last = worked.values_list("settled_at", flat=True).first() or since
    vain = mails.filter(outcome__in=IN_VAIN, settled_at__gt=last).exclude(letter="")
    return vain.count() >= MAX_IN_VAIN


def told_state(user_id: int) -> bool:
    """Whether a letter within a day answered a mail to an old address by what stands now."""
    since = database_clock.now() - A_DAY
    told = InboundMail.objects.filter(address__user_id=user_id, settled_at__gt=since)
    return told.filter(outcome="past").exclude(letter="").exists()


def likeness(about: str, words: str) -> str:
    """A keyed digest of unreadable lines and what was said about them. It shows that they came
    again, and nothing else.

    Of a long line the numbers don't matter, since machines count their letters.
    """
    lines = (
        NUMBERS.sub("0", line) if len(line.split()) > SHORT else line for line in words.split("\n")
    )
    said = "\n".join((about, *lines))
    return salted_hmac("games.inbox", said, algorithm="sha256").hexdigest()


# ------------------------------------------------------------------ held, and forgotten


def held_mail(**named: str | int) -> InboundMail | None:
    """A mail that waits for a confirmation: not deleted, nor its address revoked since we asked."""
    asked = Q(address__revoked_at=None) | Q(settled_at__gte=F("address__revoked_at"))
    return MAILS.filter(asked, **named, state=State.HELD).exclude(sealed_result=None).first()


def asked_back(mail: InboundMail) -> list[InboundMail]:
    """The mails to the same address, within a day, that wait for their sender's confirmation,
    newest first. Never one whose sender is in doubt, or about which we asked only after this mail
    came."""
    since = database_clock.now() - A_DAY
    rows = MAILS.filter(
        address=mail.address_id, state=State.HELD, outcome="asked",
        settled_at__gt=since, settled_at__lte=mail.received_at,
    )  # fmt: skip
    return list(rows.exclude(sealed_result=None).order_by("-pk")[:MAX_DONE])


def done_before(mail: InboundMail, outcomes: Sequence[str] = WITH_EFFECT) -> list[InboundMail]:
    """The mails of the last day to the same address that did something, what was done last first: a
    held mail does it when it is confirmed."""
    since = database_clock.now() - A_DAY
    rows = MAILS.filter(
        address=mail.address_id, pk__lt=mail.pk, state=State.DONE, settled_at__gt=since
    )
    return list(rows.filter(outcome__in=outcomes).order_by("-settled_at", "-pk")[:MAX_DONE])


def is_answered_since(mail: InboundMail, hand_id: int | None) -> bool:
    """Whether the sender of this mail has answered that hand themselves since it came."""
    bids = Bid.objects.filter(hand=hand_id, seat__user=mail.address.user_id, via__in=Bid.GIVEN)
    return bids.filter(given_at__gt=mail.received_at).exists()


def answers_given(mail: InboundMail) -> int:
    """How often its sender's answers to the hands of its address have been sealed by now."""
    hands = loaded_mails.hand_ids(mail.address)
    bids = Bid.objects.filter(hand__in=hands, seat__user=mail.address.user_id)
    return sum(changes + 1 for changes in bids.values_list("changes", flat=True))


def lock_held_mail(pk: int) -> InboundMail | None:
    """The held mail, with its person and games locked. Call it inside a transaction."""
    mail = held_mail(pk=pk)
    if mail is None:
        return None
    User.objects.select_for_update(no_key=True).get(pk=mail.address.user_id)
    loaded_mails.lock_games(mail.address, everywhere=True)
    return held_mail(pk=pk)


def forget_old(now: datetime | None = None) -> int:
    """Deletes what mails older than thirty days said; that they came is kept."""
    before = (now or database_clock.now()) - KEPT_FOR
    old = InboundMail.objects.filter(
        Q(sealed_raw__isnull=False) | Q(sealed_result__isnull=False), received_at__lt=before
    )
    return old.exclude(state=State.NEW).update(sealed_raw=None, sealed_result=None)
