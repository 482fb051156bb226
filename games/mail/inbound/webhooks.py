"""Takes mail from a provider's webhook, whose signature django-anymail has checked."""

from typing import Any

from anymail.signals import AnymailInboundEvent

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival


def on_inbound(event: AnymailInboundEvent, **_: Any) -> None:
    """Stores the mail for each of our recipients. If this raises, the provider retries."""
    mail = event.message
    recipients = [mail.envelope_recipient] if mail.envelope_recipient else _named(mail)
    raw = inbound_routes.beginning(mail.as_bytes())
    for recipient in recipients:
        taker = inbound_routes.taker_of(recipient)
        if taker is not None:
            sender = mail.envelope_sender or _author(mail)
            taker.take(Arrival(raw, recipient, sender, inbound_routes.WEBHOOK))


def _named(mail: Any) -> list[str]:
    """The recipients in the headers, for providers that don't pass on the envelope."""
    return [each.addr_spec for each in (*mail.to, *mail.cc)]


def _author(mail: Any) -> str:
    """The address in From, likewise. Reports without a return path have other signs."""
    return mail.from_email.addr_spec if mail.from_email else ""
