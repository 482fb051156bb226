"""Letters: composed in the reader's language, handed to the mail server (docs/mail.md)."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from types import TracebackType

from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.email import bounces, render, unasked_letters
from accounts.email.smtp_client import AddressRefused, SmtpClient
from accounts.models import Notice
from accounts.notifications import eligibility, preface
from accounts.notifications.channels.base import MoreToCome
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Letter, back_to
from accounts.notifications.preface import First

State = Notice.State
A_MOMENT = timedelta(seconds=5)


class EmailChannel:
    """One kept connection to the mail server.

    Letters are composed and sent by turns.  A thread that composes the next one while the server
    takes this one costs more than it gains: the two wait for each other at every answer of the
    server, and a worker has a second process for that time.
    """

    def __init__(self) -> None:
        self.wire = SmtpClient()

    def __enter__(self) -> "EmailChannel":
        self.wire.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wire.__exit__(kind, error, trace)

    def send(self, notice: Notice) -> None:
        """Composes the letter of this notice and sends it; raises as `channels.lines` says."""
        mail, said = _whole(notice)
        _check_not_too_often(notice)
        try:
            self.wire.send(mail)
        except AddressRefused as error:
            bounces.refused(notice, str(error))
            raise
        for first in said:
            first.told()


def _check_not_too_often(notice: Notice) -> None:
    """Raises `NotSent` where its address has had enough that it did not ask for."""
    unasked = KINDS[notice.kind].unasked
    if unasked is None or not unasked(notice):
        return
    if not unasked_letters.admit(bounces.address_of(notice), notice.message_id):
        raise NotSent(State.SUPPRESSED, "enough")


def compose(notice: Notice) -> EmailMessage:
    """The whole mail as it would go now.  Raises `NotSent`."""
    return _whole(notice)[0]


def _whole(notice: Notice) -> tuple[EmailMessage, Sequence[First]]:
    """The mail of a notice, and what stands before everything else in it."""
    reader = eligibility.reader(notice)
    with reader.at_home():
        said = preface.of(notice)
        with render.beginning_with([first.words for first in said]):
            letter = _composed(notice)
        return render.message(notice, letter, reader.name, reader.address), said


def _composed(notice: Notice) -> Letter:
    kind = KINDS[notice.kind]
    if kind.waits is not None and kind.waits(notice):
        raise MoreToCome(timezone.now() + A_MOMENT)
    with render.answered_at(partial(back_to, notice)):
        letter = kind.compose(notice)
    if letter is None:
        raise NotSent(State.DROPPED, "untrue")
    return letter
