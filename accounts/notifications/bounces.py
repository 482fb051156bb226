"""Bounces (docs/mail.md): what happens when our letters come back.

Each letter has its own return path (VERP), which names its notice and is signed for the address it
went to, so that nobody can forge a bounce of somebody else's letter, and no late report about an
old address of somebody concerns their new one. A hard bounce stops all letters to the address; a
soft bounce is retried and counted; a complaint stops letters of its kind.
"""

import hmac
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.email import delivery_reports, inbound_routes
from accounts.email.delivery_reports import Report, ReportKind
from accounts.email.inbound_routes import Arrival
from accounts.models import Bounce, Notice, Suppression, User
from accounts.models.commit_order import this_transaction
from accounts.notifications import eligibility, unsubscribe
from accounts.notifications.channels.names import MAIL, SITE
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS

PREFIX = "b-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{32}})-([0-9a-f]{{16}})")
BOUNCED = "bounced"  # reason of a suppression, and of a notice that bounced
METADATA = "notice"  # the key by which a provider's events name a letter
MAX_SOFT = 3  # soft bounces within `SOFT_SPAN` that stop all letters
SOFT_SPAN = timedelta(days=14)
AGAIN_AFTER = timedelta(hours=4)
PAUSE_EVERY = timedelta(days=30)  # at most this often, for an address that bounces on and off
# Hooks: called with a person whose address stopped working, within the transaction.
UNREACHED: list[Callable[[User], object]] = []
# Hooks: called with the notice of a letter that has told its reader nothing, since it came back.
CAME_BACK: list[Callable[[Notice], object]] = []
State = Notice.State


def return_path(notice: Notice) -> str:
    """The return path of this notice's letter, where reports about it arrive."""
    message_id = notice.message_id
    key = _key(_signed(message_id, notice))
    return inbound_routes.address_of(f"{PREFIX}{message_id}-{key}")


def _signed(message_id: str, notice: Notice) -> str:
    return f"{message_id} to {address_of(notice)}"


def _key(text: str) -> str:
    # Never change the text: letters that people have keep their addresses.
    secret = f"accounts.email.bounces{settings.SECRET_KEY}".encode()
    return hmac.new(secret, text.encode(), sha256).hexdigest()[:16]


def notice_of(address: str) -> Notice | None:
    """The notice with this return path; None if the address is forged, not a return path, or that
    of a letter to an address which its reader no longer has."""
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None:
        return None
    notice = Notice.called(found[1]).select_related("recipient").first()
    if notice is None:
        return None
    texts = _signed(found[1], notice), found[1]  # the latter in letters of 0.3.0
    return notice if any(hmac.compare_digest(found[2], _key(text)) for text in texts) else None


class Reports:
    """Takes mail for return paths (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether this is the return path of one of our letters."""
        return notice_of(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Reads the report at once. Mail that isn't a report, such as an absence reply, changes
        nothing.
        """
        notice, report = notice_of(arrival.recipient), delivery_reports.read(arrival.raw)
        if notice is not None and report is not None:
            record(notice, report)


def record(notice: Notice, report: Report) -> None:
    """Records what a report says about a letter, and acts on it. Idempotent."""
    with transaction.atomic():
        bounce, first = Bounce.objects.get_or_create(
            notice=notice, defaults=_columns(notice, report)
        )
        if not first:
            Bounce.objects.filter(pk=bounce.pk).update(**_columns(notice, report))
        if _stops(notice, report):
            stop(notice)
        notice = Notice.objects.select_for_update(of=("self",)).get(pk=notice.pk)
        CONSEQUENCES[report.sort](notice, report, first)
        if report.sort != ReportKind.COMPLAINT:
            for hear in CAME_BACK:
                hear(notice)


def refused(notice: Notice, words: str) -> None:
    """Counts a recipient refused during the SMTP dialogue as a bounce. The caller settles the
    notice.
    """
    report = delivery_reports.answered(words)
    with transaction.atomic():
        Bounce.objects.get_or_create(notice=notice, defaults=_columns(notice, report))
        if report.sort == ReportKind.HARD or _too_many(notice):
            stop(notice)
        tell_on_site(notice)


def _columns(notice: Notice, report: Report) -> dict[str, object]:
    return {
        "sort": report.sort.value,
        "address": address_of(notice),
        "status": report.status,
        "said": report.text,
    }


def address_of(notice: Notice) -> str:
    """The address that a notice goes to, in lower case."""
    return (notice.address or getattr(notice.recipient, "email", None) or "").lower()


def _stops(notice: Notice, report: Report) -> bool:
    """Whether nothing more may go to this address, now that the report is recorded."""
    if report.sort == ReportKind.SOFT:
        return _too_many(notice)
    return report.sort == ReportKind.HARD or not _can_unsubscribe(notice)


def _can_unsubscribe(notice: Notice) -> bool:
    what = unsubscribe.of(notice).everywhere
    return what.user is None or bool(what.kinds)


def _hard(notice: Notice, report: Report, first: bool) -> None:
    _fail(notice, report)


def _soft(notice: Notice, report: Report, first: bool) -> None:
    """Retries once after `AGAIN_AFTER` if the notice still matters then."""
    now = timezone.now()
    again = first and (notice.drop_after is None or notice.drop_after > now + AGAIN_AFTER)
    if again and notice.state == State.SENT:
        _went(notice).exclude(pk=notice.pk).update(state=State.QUEUED, finished_at=None, reason="")
        Notice.objects.filter(pk=notice.pk).update(
            state=State.QUEUED, finished_at=None, reason=f"{BOUNCED}: {report.text}"[:200],
            leased_until=now + AGAIN_AFTER, unsure_at=None,
        )  # fmt: skip
        if _too_many(notice):
            tell_on_site(notice)
    else:
        _fail(notice, report)


def _too_many(notice: Notice) -> bool:
    """Whether `MAX_SOFT` of the letters to its address have bounced lately."""
    since = timezone.now() - SOFT_SPAN
    lately = Bounce.objects.filter(address=address_of(notice), at__gt=since)
    return lately.exclude(sort=ReportKind.COMPLAINT.value).count() >= MAX_SOFT


def _complained(notice: Notice, report: Report, first: bool) -> None:
    """Stops letters of this kind, of a digest those that it gathers."""
    if _can_unsubscribe(notice):
        unsubscribe.stop(unsubscribe.of(notice).everywhere)


CONSEQUENCES: dict[ReportKind, Callable[[Notice, Report, bool], None]] = {
    ReportKind.HARD: _hard,
    ReportKind.SOFT: _soft,
    ReportKind.COMPLAINT: _complained,
}


def _fail(notice: Notice, report: Report) -> None:
    """Marks the notice as failed although it was sent, and shows it on the site instead."""
    _went(notice).update(
        state=State.FAILED,
        reason=f"{BOUNCED}: {report.text or report.status}"[:200],
        finished_at=timezone.now(),
        leased_until=None,
    )
    tell_on_site(notice)


def _went(notice: Notice) -> "QuerySet[Notice]":
    """The notice and, of a digest, its parts that went with it: not those that were left out."""
    left_out = Q(state__in=(State.DROPPED, State.SUPPRESSED))
    return Notice.objects.filter(Q(pk=notice.pk) | Q(digest=notice) & ~left_out)


def tell_on_site(notice: Notice) -> None:
    """Shows the same notice behind the bell; of a digest, its parts."""
    if notice.recipient_id is not None:
        _show(_went(notice))


def _show(notices: "QuerySet[Notice]") -> None:
    """Puts them behind the bell; programs that follow events read those that weren't there now."""
    there = [slug for slug, kind in KINDS.items() if SITE in kind.ways]
    hidden = notices.filter(kind__in=there, shown=False)
    hidden.update(shown=True, written_in=this_transaction())


def stop(notice: Notice) -> None:
    """Suppresses the address until it is confirmed again, and calls `UNREACHED`, which locks games:
    before any notice is locked, since whoever plays has locked the game first.
    """
    address, user = address_of(notice), notice.recipient
    _row, new = Suppression.objects.get_or_create(address=address, defaults={"reason": BOUNCED})
    if not new or user is None or (user.email or "").lower() != address:
        return
    if user.paused_at is None or user.paused_at < timezone.now() - PAUSE_EVERY:
        User.objects.filter(pk=user.pk).update(paused_at=timezone.now())
        for hear in UNREACHED:
            hear(user)
    waiting = Notice.objects.filter(recipient=user, channel=MAIL, state=State.QUEUED)
    wanted = [each.pk for each in waiting.select_related("recipient") if _is_wanted(each)]
    _show(Notice.objects.filter(pk__in=wanted))


def _is_wanted(notice: Notice) -> bool:
    """Whether this letter would go. Unsolicited ones also wait for people who don't want them, or
    hide whoever asked (`outbox.NotificationRequest.muted`)."""
    try:
        eligibility.check(notice)
    except NotSent:
        return False
    kind = KINDS[notice.kind]
    return kind.unasked is None or kind.compose(notice) is not None


def lift(address: str) -> None:
    """Ends what `stop` did, since somebody has confirmed the address by a letter that arrived."""
    Suppression.objects.filter(address=address.lower(), reason=BOUNCED).delete()


def unreached(user: User) -> Suppression | None:
    """The suppression of this person's address; None if letters reach them."""
    return Suppression.objects.filter(address=(user.email or "").lower(), reason=BOUNCED).first()
