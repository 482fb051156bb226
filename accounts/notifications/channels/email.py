"""E-mail: composed in the reader's language and handed to the mail server (docs/mail.md)."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.email import unasked_letters
from accounts.email.smtp_client import AddressRefused, SmtpClient
from accounts.models import Notice
from accounts.notifications import bounces, eligibility, preface, render
from accounts.notifications.channels.base import MoreToCome, NotBegun
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Letter, reply_address_of
from accounts.notifications.preface import Block, First
from accounts.operation import database_errors

State = Notice.State
A_MOMENT = timedelta(seconds=5)


class EmailChannel:
    """One persistent connection to the mail server.

    Composing and sending alternate. Composing the next letter in a second thread was slower: the
    two wait for each other at every reply of the server, and a worker has a second process to
    fill that time.
    """

    def __init__(self) -> None:
        self.client = SmtpClient()

    def __enter__(self) -> "EmailChannel":
        self.client.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self.client.__exit__(*raised)

    def send(self, notice: Notice) -> None:
        """Composes the letter of this notice and sends it; raises as `channels.base` says."""
        mail, added = _ready(notice)
        try:
            self.client.send(mail)
        except AddressRefused as error:
            bounces.refused(notice, str(error))
            raise
        for each in added:
            each.on_sent()


def _ready(notice: Notice) -> tuple[EmailMessage, Sequence[First | Block]]:
    """The mail, within the limits. Raises `NotSent`, or `NotBegun` if the database failed."""
    try:
        whole = _whole(notice)
        _check_not_too_often(notice)
    except Exception as error:
        if database_errors.is_cut(error):
            raise NotBegun(*error.args) from error
        raise
    return whole


def _check_not_too_often(notice: Notice) -> None:
    """Raises `NotSent` if the address has reached its limit of unsolicited letters."""
    unasked = KINDS[notice.kind].unasked
    if unasked is None or not unasked(notice):
        return
    if not unasked_letters.admit(bounces.address_of(notice), notice.message_id):
        raise NotSent(State.SUPPRESSED, "enough")


def compose(notice: Notice) -> EmailMessage:
    """The complete message as it would go out now. Raises `NotSent`."""
    return _whole(notice)[0]


def _whole(notice: Notice) -> tuple[EmailMessage, Sequence[First | Block]]:
    """The message, and what was added to it, to be marked as told once it is sent."""
    reader = eligibility.reader(notice)
    with reader.at_home():
        sentences, blocks = preface.of(notice), preface.blocks(notice)
        with (
            render.beginning_with([first.words for first in sentences], blocks),
            render.naming_the_way_out(notice),
        ):
            letter = _composed(notice)
        mail = render.message(notice, letter, reader.name, reader.address)
        return mail, [*sentences, *blocks]


def _composed(notice: Notice) -> Letter:
    kind = KINDS[notice.kind]
    if kind.waits is not None and kind.waits(notice):
        raise MoreToCome(timezone.now() + A_MOMENT)
    with render.replying_to(partial(reply_address_of, notice)):
        letter = kind.compose(notice)
    if letter is None:
        raise NotSent(State.DROPPED, eligibility.UNTRUE)
    return letter
