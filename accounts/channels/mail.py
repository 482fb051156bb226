"""Letters: composed in the reader's language, handed to the mail server (docs/mail.md)."""

from types import TracebackType

from django.core.mail import EmailMessage
from django.utils import timezone

from accounts import letters, reach
from accounts.kinds import KINDS, Letter
from accounts.models import Notice
from accounts.reach import NotSent
from accounts.wire import Wire

State = Notice.State


class MailLine:
    """One kept connection to the mail server."""

    def __init__(self) -> None:
        self.wire = Wire()

    def __enter__(self) -> "MailLine":
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
        self.wire.send(compose(notice))


def compose(notice: Notice) -> EmailMessage:
    """The whole mail as it would go now.  Raises `NotSent`."""
    if notice.drop_after and notice.drop_after <= timezone.now():
        raise NotSent(State.DROPPED, "late")
    reader = reach.reader(notice)
    with reader.at_home():
        return letters.message(notice, _composed(notice), reader.name, reader.address)


def _composed(notice: Notice) -> Letter:
    letter = KINDS[notice.kind].compose(notice)
    if letter is None:
        raise NotSent(State.DROPPED, "untrue")
    return letter
