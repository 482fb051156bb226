"""Letters that come back (docs/mail.md, bounces): who is no longer reached, and what follows.

Every letter leaves with a return path of its own (VERP) that names its notice and is keyed, so
that nobody can forge one for somebody else's letter.  A report for it ends the letters to an
address that does not exist, retries what could not be taken now, and counts.
"""

import hmac
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.email import delivery_reports, reply_domain, unasked_letters
from accounts.email.delivery_reports import Report, ReportKind
from accounts.email.inbound_routes import Arrival
from accounts.models import Bounce, Notice, Suppression, User
from accounts.notifications import unsubscribe
from accounts.notifications.channels.names import MAIL, SITE
from accounts.notifications.kinds import KINDS

PREFIX = "b-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{32}})-([0-9a-f]{{16}})")
BOUNCED = "bounced"  # the reason of a suppression, and of a notice that came back
METADATA = "notice"  # by which a provider's events name a letter
MAX_SOFT = 3  # letters that came back for now, within…
SOFT_SPAN = timedelta(days=14)
AGAIN_AFTER = timedelta(hours=4)
PAUSE_EVERY = timedelta(days=30)  # clocks are paused once for an address that goes out and in
# Each is told of somebody whom letters no longer reach, within the transaction.
UNREACHED: list[Callable[[User], object]] = []
State = Notice.State


def return_path(notice: Notice) -> str:
    """The return path of this notice's letter: reports about it come there."""
    return reply_domain.written(f"{PREFIX}{notice.message_id}-{_key(notice.message_id)}")


def _key(message_id: str) -> str:
    secret = f"accounts.email.bounces{settings.SECRET_KEY}".encode()
    return hmac.new(secret, message_id.encode(), sha256).hexdigest()[:16]


def notice_of(address: str) -> Notice | None:
    """The notice whose letters leave by this return path; None for a forged or foreign one."""
    found = LOCAL_PART.fullmatch(reply_domain.local_of(address))
    if found is None:
        return None
    if not hmac.compare_digest(found[2], _key(found[1])):
        return None
    return Notice.objects.select_related("recipient").filter(message_id=found[1]).first()


class Reports:
    """Takes mail for return paths (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether a letter of ours left by it."""
        return notice_of(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Reads the report at once; a mail that is none (an absence, a rumour) changes nothing."""
        notice, report = notice_of(arrival.recipient), delivery_reports.read(arrival.raw)
        if notice is not None and report is not None:
            record(notice, report)


def record(notice: Notice, report: Report) -> None:
    """Writes down what became of a letter, and draws the consequences; twice is harmless."""
    with transaction.atomic():
        notice = Notice.objects.select_for_update(of=("self",)).get(pk=notice.pk)
        bounce, first = Bounce.objects.get_or_create(
            notice=notice, defaults=_columns(notice, report)
        )
        if not first:
            Bounce.objects.filter(pk=bounce.pk).update(**_columns(notice, report))
        CONSEQUENCES[report.sort](notice, report, first)


def refused(notice: Notice, words: str) -> None:
    """Counts a bounce of a recipient refused in the SMTP dialogue; delivery settles the notice."""
    report = delivery_reports.answered(words)
    with transaction.atomic():
        Bounce.objects.get_or_create(notice=notice, defaults=_columns(notice, report))
        tell_on_site(notice)
        if report.sort == ReportKind.HARD or _too_many(notice):
            stop(notice)


def _columns(notice: Notice, report: Report) -> dict[str, object]:
    return {
        "sort": report.sort.value,
        "address": address_of(notice),
        "status": report.status,
        "said": report.said,
    }


def address_of(notice: Notice) -> str:
    """The recipient's address of a notice."""
    return (notice.address or getattr(notice.recipient, "email", None) or "").lower()


def _hard(notice: Notice, report: Report, first: bool) -> None:
    _fail(notice, report)
    stop(notice)


def _soft(notice: Notice, report: Report, first: bool) -> None:
    """Once more in some hours, if it is still of use then; three such letters are enough."""
    now = timezone.now()
    again = first and (notice.drop_after is None or notice.drop_after > now + AGAIN_AFTER)
    if again and notice.state == State.SENT:
        Notice.objects.filter(pk=notice.pk).update(
            state=State.QUEUED, finished_at=None, reason=f"{BOUNCED}: {report.said}"[:200],
            leased_until=now + AGAIN_AFTER, unsure_at=None,
        )  # fmt: skip
    else:
        _fail(notice, report)
    if _too_many(notice):
        stop(notice)


def _too_many(notice: Notice) -> bool:
    since = timezone.now() - SOFT_SPAN
    lately = Bounce.objects.filter(address=address_of(notice), at__gt=since)
    return lately.exclude(sort=ReportKind.COMPLAINT.value).count() >= MAX_SOFT


def _complained(notice: Notice, report: Report, first: bool) -> None:
    """No more letters of this kind; of those that cannot be done without, no letters at all."""
    kind = KINDS.get(notice.kind)
    if notice.recipient is not None and kind is not None and kind.optional:
        unsubscribe.stop(unsubscribe.Stop(notice.recipient, notice.kind))
    else:
        Suppression.objects.get_or_create(
            address=address_of(notice), defaults={"reason": unasked_letters.ASKED}
        )


CONSEQUENCES: dict[ReportKind, Callable[[Notice, Report, bool], None]] = {
    ReportKind.HARD: _hard,
    ReportKind.SOFT: _soft,
    ReportKind.COMPLAINT: _complained,
}


def _fail(notice: Notice, report: Report) -> None:
    """It did not arrive, whatever we thought; what it says is told on the site instead."""
    Notice.objects.filter(pk=notice.pk).update(
        state=State.FAILED,
        reason=f"{BOUNCED}: {report.said or report.status}"[:200],
        finished_at=timezone.now(),
        leased_until=None,
    )
    tell_on_site(notice)


def tell_on_site(notice: Notice) -> None:
    """The second channel: the same notice behind the bell."""
    kind = KINDS.get(notice.kind)
    if notice.recipient_id is None or kind is None or SITE not in kind.ways:
        return
    Notice.objects.filter(pk=notice.pk).update(shown=True)


def stop(notice: Notice) -> None:
    """Sends nothing more to that address until it is confirmed again, and says so to the house."""
    address, user = address_of(notice), notice.recipient
    _row, new = Suppression.objects.get_or_create(address=address, defaults={"reason": BOUNCED})
    if not new or user is None or (user.email or "").lower() != address:
        return
    queued = Notice.objects.filter(recipient=user, channel=MAIL, state=State.QUEUED)
    for waiting in queued.exclude(send_after__gt=timezone.now()):
        tell_on_site(waiting)
    if user.paused_at is None or user.paused_at < timezone.now() - PAUSE_EVERY:
        User.objects.filter(pk=user.pk).update(paused_at=timezone.now())
        for hear in UNREACHED:
            hear(user)


def unreached(user: User) -> Suppression | None:
    """Since when letters do not reach this person, if so."""
    return Suppression.objects.filter(address=(user.email or "").lower(), reason=BOUNCED).first()
