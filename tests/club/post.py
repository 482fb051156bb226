"""The mail of a run: counted, noticed by its reader, and never sent."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from email.utils import parseaddr
from typing import Any, ClassVar
from unittest.mock import patch

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from accounts.models import Notice
from accounts.notifications import digests, prefetch, render
from accounts.notifications.kinds import Letter
from games.mail import letter_frame
from games.mail.answer_form import Reply

BACKEND = "tests.club.post.Counting"


class Post:
    """How often each Message-ID was sent, and the addresses with unread letters."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.unread: list[str] = []  # addresses

    def taken_out(self) -> list[str]:
        """The addresses with unread letters, which count as read from now on."""
        unread, self.unread = self.unread, []
        return unread

    @property
    def doubles(self) -> int:
        """Letters that were sent again although they had been accepted."""
        return self.sent.total() - len(self.sent)


class Counting(BaseEmailBackend):
    """An e-mail backend that keeps only addresses and Message-IDs."""

    post: ClassVar[Post] = Post()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            self.post.sent[str(mail.extra_headers["Message-ID"])] += 1
            self.post.unread.append(parseaddr(mail.to[0])[1])
        return len(email_messages)


def _unwritten(
    template: str, subject: str, context: object, headers: dict[str, str] | None = None
) -> Letter:
    return Letter(subject, "", "", headers or {})


def _nothing(*_: object, **__: object) -> dict[str, Any]:
    return {"board": "", "cards": ""}


def _no_replies(notices: Sequence[Notice]) -> list[Reply]:
    return [Reply() for _notice in notices]


@contextmanager
def counted(*, written: bool) -> Iterator[Post]:
    """Context manager: all mail goes into the yielded post.

    Unless `written`, letters are empty: no text, no board, no reply address. Whether they are true
    and wanted is checked in either case.
    """
    Counting.post = Post()
    with ExitStack() as stack:
        stack.enter_context(patch.object(settings, "EMAIL_BACKEND", BACKEND))
        if not written:
            stack.enter_context(patch.object(render, "write", _unwritten))
            stack.enter_context(patch.object(digests, "_entry", _nothing))
            stack.enter_context(patch.multiple(letter_frame, asking=_nothing, table=_nothing))
            stack.enter_context(patch.dict(prefetch.READINGS, reply=_no_replies))
        yield Counting.post
