"""The mail listener: SMTP on a socket of ours, into the mailbox.

It takes mail for people here and refuses anybody else while it is being talked to; a mail is
stored before it is acknowledged, so whoever hears 250 need not keep it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import DatabaseError, close_old_connections

from accounts import mailbox
from accounts.models import User

log = logging.getLogger(__name__)
MOST_BYTES = 256 * 1024
MOST_RECIPIENTS = 20
UNKNOWN = "550 5.1.1 Nobody here has that address."
TOO_MANY = "452 4.5.3 Too many recipients; send the others in a second mail."
LATER = "451 4.3.0 We cannot store it now; please try again."
STORED = "250 2.0.0 Stored."
Result = TypeVar("Result")


class Listener:
    """The answers to an SMTP client (aiosmtpd's hooks); the database is asked in a thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "mailin")

    async def handle_RCPT(  # noqa: N802 – aiosmtpd's name
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: Sequence[str],
    ) -> str:
        """Takes a recipient only if it is somebody here."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            person = await self._ask(mailbox.person_at, address)
        except DatabaseError:
            return LATER
        if person is None:
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Known."

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Stores the mail for all of its recipients, or says that it did not."""
        try:
            await self._ask(_store, envelope.content or b"", list(envelope.rcpt_tos))
        except DatabaseError as error:
            log.warning("A mail could not be stored: %s", type(error).__name__)
            return LATER
        return STORED

    async def handle_exception(self, error: Exception) -> str:
        """Anything that went wrong: the client keeps its mail and tries again."""
        log.error("The mail listener broke off a conversation: %s", type(error).__name__)
        return LATER

    async def _ask(self, question: Callable[..., Result], *about: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _fresh, question, *about
        )


def _fresh(question: Callable[..., Result], *about: Any) -> Result:
    close_old_connections()  # the database may have been restarted meanwhile
    return question(*about)


def _store(raw: bytes, addresses: Sequence[str]) -> None:
    found = [mailbox.person_at(address) for address in addresses]
    people: list[User] = [person for person in found if person is not None]
    mailbox.store(raw, {person.pk: person for person in people}.values())


def conversations() -> Callable[[], SMTP]:
    """Makes one client's conversation after the other; they share the thread for the database."""
    answers = Listener()
    return lambda: SMTP(
        answers, data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, hostname="tideweb", timeout=60
    )
