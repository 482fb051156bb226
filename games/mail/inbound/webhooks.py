"""Mail that a provider hands over by a webhook; django-anymail has checked its signature."""

from typing import Any

from anymail.signals import AnymailInboundEvent

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival


def on_inbound(event: AnymailInboundEvent, **_: Any) -> None:
    """Stores the mail for each recipient that is ours; what is raised here makes the provider
    come again."""
    mail = event.message
    recipients = [mail.envelope_recipient] if mail.envelope_recipient else _named(mail)
    raw = mail.as_bytes()
    for recipient in recipients:
        taker = inbound_routes.taker_of(recipient)
        if taker is not None:
            sender = mail.envelope_sender or _author(mail)
            taker.take(Arrival(raw, recipient, sender, inbound_routes.WEBHOOK))


def _named(mail: Any) -> list[str]:
    """Not every provider says to whom the envelope went."""
    return [each.addr_spec for each in (*mail.to, *mail.cc)]


def _author(mail: Any) -> str:
    """Nor who sent it; a report without a return path is told by its other signs."""
    return mail.from_email.addr_spec if mail.from_email else ""
