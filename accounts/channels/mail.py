"""Letters: composed in the reader's language, handed to the mail server (docs/mail.md)."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

from django.core.mail import EmailMessage

from accounts import ahead, bounces, letters, reach
from accounts.kinds import KINDS, Letter
from accounts.models import Notice
from accounts.reach import NotSent
from accounts.wire import AddressRefused, Wire

State = Notice.State
# Seconds after which composing makes way for the thread that talks to the server: with the usual
# five thousandths each of the server's four answers to a letter would wait for that long.
PROMPT, USUAL = 0.0002, sys.getswitchinterval()


class MailLine:
    """One kept connection to the mail server.

    While the server takes a letter, the next one of the same batch is composed.
    """

    def __init__(self) -> None:
        self.wire = Wire()
        self._post = ThreadPoolExecutor(1, "post")
        self._next: Composed | None = None

    def __enter__(self) -> "MailLine":
        sys.setswitchinterval(PROMPT)
        self.wire.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._post.shutdown()
        sys.setswitchinterval(USUAL)
        self.wire.__exit__(kind, error, trace)

    def send(self, notice: Notice) -> None:
        """Composes the letter of this notice and sends it; raises as `channels.lines` says."""
        ready, self._next = self._next, None
        if ready is None or not ready.good_for(notice):
            ready = Composed(notice)
        mail = ready.mail()
        answer = self._post.submit(self.wire.send, mail)
        following = ahead.batch_of(notice).after(notice)
        self._next = Composed(following) if following else None
        try:
            answer.result()
        except AddressRefused as error:
            bounces.refused(notice, str(error))
            raise


class Composed:
    """A letter, or what was raised instead of one, that is good for a short while."""

    def __init__(self, notice: Notice) -> None:
        self._key, self._at = notice.pk, time.monotonic()
        self._mail: EmailMessage | None = None
        self._error: Exception | None = None
        try:
            self._mail = compose(notice)
        except Exception as error:  # noqa: BLE001 – raised when its turn comes
            self._error = error

    def good_for(self, notice: Notice) -> bool:
        """Whether it is this notice's, and new enough to be true."""
        return notice.pk == self._key and time.monotonic() - self._at < ahead.FRESH

    def mail(self) -> EmailMessage:
        """The letter.  Raises what composing it raised."""
        if self._mail is None:
            raise self._error or LookupError
        return self._mail


def compose(notice: Notice) -> EmailMessage:
    """The whole mail as it would go now.  Raises `NotSent`."""
    reader = reach.reader(notice)
    with reader.at_home():
        return letters.message(notice, _composed(notice), reader.name, reader.address)


def _composed(notice: Notice) -> Letter:
    letter = KINDS[notice.kind].compose(notice)
    if letter is None:
        raise NotSent(State.DROPPED, "untrue")
    return letter
