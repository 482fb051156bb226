"""Delivery events from an e-mail provider's webhook, whose signature django-anymail has checked."""

from email.utils import parseaddr
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason

from accounts.email.delivery_reports import GONE, STATUS, Report, ReportKind
from accounts.email.domain_spellings import in_ascii
from accounts.models import Notice
from accounts.notifications import bounces

GONE_FOR = (RejectReason.INVALID, RejectReason.BOUNCED)


def on_tracking(event: AnymailTrackingEvent, **_: Any) -> None:
    """Records a bounce of or a complaint about one of our letters. If this raises, the provider
    retries.
    """
    notice, report = _notice(event), report_of(event)
    if notice is not None and report is not None:
        bounces.record(notice, report)


def _notice(event: AnymailTrackingEvent) -> Notice | None:
    """The notice, by the metadata that we sent along with the letter; None if it went to an address
    which its reader no longer has."""
    named = (event.metadata or {}).get(bounces.METADATA)
    if not isinstance(named, str):
        return None
    notice = Notice.called(named[:32]).select_related("recipient").first()
    went = in_ascii(parseaddr(event.recipient or "")[1].lower())
    return None if notice and went and went != in_ascii(bounces.address_of(notice)) else notice


def report_of(event: AnymailTrackingEvent) -> Report | None:
    """The event as a report; None if it says nothing about the address."""
    text = " ".join(str(event.mta_response or event.description or "").split())[:160]
    found = STATUS.search(text)
    status = found[0] if found else ""
    if event.event_type == EventType.COMPLAINED:
        return Report(ReportKind.COMPLAINT, "", "")
    if event.event_type not in (EventType.BOUNCED, EventType.REJECTED, EventType.FAILED):
        return None
    gone = GONE.match(status) if status else event.reject_reason in GONE_FOR
    return Report(ReportKind.HARD if gone else ReportKind.SOFT, status, text)
