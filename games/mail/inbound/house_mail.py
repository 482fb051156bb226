"""The site's own addresses: the one our letters come from, postmaster and abuse.

They accept all mail (RFC 5321, 4.5.1; RFC 2142). A person who replies to a letter that asks nothing
hears which hands wait for them, instead of getting a bounce.
"""

from email.utils import parseaddr

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.email.domain_spellings import spellings
from accounts.email.inbound_routes import Arrival, TooMany
from accounts.models import User
from games.mail.inbound import intake, parse, sender
from games.mail.inbound.parse import Mail
from games.mail.inbound.sender import Verdict
from games.services.mail import house_mail

FOR_OPERATORS = ("postmaster", "abuse")


def local_part(address: str) -> str:
    """The local part, if this is one of the site's own addresses; otherwise empty."""
    local, _at, domain = address.strip().lower().partition("@")
    if not domain:
        return local if local == "postmaster" else ""
    ours = {settings.MAIL_DOMAIN.lower(), settings.REPLY_DOMAIN.lower()}
    if domain in ours and local in (*FOR_OPERATORS, *(name for name, _domain in _senders())):
        return local
    return local if (local, domain) in _senders() else ""


def _senders() -> set[tuple[str, str]]:
    """The addresses in our From headers, as local part and domain."""
    written = (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)
    parts = (parseaddr(each)[1].lower().partition("@") for each in written)
    return {(local, domain) for local, _at, domain in parts if domain}


class House:
    """Takes mail to the site's own addresses (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether this is one of the site's own addresses. Raises `TooMany`."""
        if not local_part(address):
            return False
        if house_mail.is_flooded():
            raise TooMany
        return True

    def take(self, arrival: Arrival) -> None:
        """Keeps the mail for the operators, or answers it; automatic mail is never answered."""
        local = local_part(arrival.recipient)
        identity = intake.identity(arrival.raw)
        if local in FOR_OPERATORS:
            house_mail.keep(local, identity, arrival.sender, arrival.raw)
            return
        mail = parse.opened(arrival.raw)
        if mail is None or sender.sign_of_machine(mail, arrival.sender):
            house_mail.note_automatic(local, identity)
            return
        user, address = _author(mail, arrival.origin)
        house_mail.answer(local, identity, user, address)


def _author(mail: Mail, origin: str) -> tuple[User | None, str]:
    """The member with this verified address, unless its server disowns the mail; and the address,
    if its server vouches for it.
    """
    address = sender.author(mail)
    verdict = sender.verdict(mail, origin, address)
    if not address or verdict is Verdict.FAIL:
        return None, ""
    held = EmailAddress.objects.filter(
        email__in=spellings(address), verified=True, user__is_active=True
    )
    row = held.select_related("user").first()
    return (row.user if row else None), (address if verdict is Verdict.PASS else "")
