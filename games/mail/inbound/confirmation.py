"""Confirms or declines a held mail. Only somebody who reads the verified address can do so."""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from games.mail.inbound import at_table, execute, personal, process, several
from games.mail.inbound.commands import MailCommand
from games.models import InboundMail, ReplyAddress
from games.services.hands import resolving
from games.services.mail import inbox, loaded_mails, reply_addresses
from games.services.mail.inbox import Result
from games.services.notifications import hand_notices


def confirm(pk: int) -> Result | None:
    """Carries out what the mail asks for, as if it came now; None if it no longer waits.

    `letter` of the result is "" if none is due.
    """
    with transaction.atomic():
        mail = inbox.lock_held_mail(pk)
        if mail is None:
            return None
        result = _carried_out(mail)
        inbox.settle(mail, result)
        for hand_id in loaded_mails.hand_ids(mail.address):
            resolving.close_when_full(hand_id)
        return result if hand_notices.is_answer_due(mail) else replace(result, letter="")


def is_done(result: Result) -> bool:
    """Whether that did what the mail asks for, or some of its lines. Of an answer and a command
    next to it, the answer decides.
    """
    refused = "also" in result.details and "did" not in result.details
    return (result.outcome in execute.GOOD and not refused) or result.outcome == "lines"


CONFIRMED: dict[str, Callable[[InboundMail], Result]] = {
    ReplyAddress.Purpose.HANDS: several.confirm,
    ReplyAddress.Purpose.TABLE: at_table.confirm,
    ReplyAddress.Purpose.PERSON: personal.confirm,
}


def _carried_out(mail: InboundMail) -> Result:
    if mail.address.hand is None:
        return CONFIRMED[ReplyAddress.Purpose(mail.address.purpose)](mail)
    asked, command = process.asked(mail, now=True), at_table.command_of(mail)
    # We asked what was meant, and it was said; a held mail counts as if it came now.
    doubtful = mail.outcome == "asked" and command.kind is MailCommand.ANSWER
    if doubtful and inbox.is_answered_since(mail, mail.address.hand_id):
        return execute.OVERTAKEN
    result = execute.carry_out(asked, command)
    return execute.confirmed(asked, result, inbox.result_of(mail))


def decline(pk: int) -> bool:
    """Discards the mail and revokes its reply address; False if it no longer waits."""
    with transaction.atomic():
        mail = inbox.lock_held_mail(pk)
        if mail is None:
            return False
        reply_addresses.revoke_one(mail.address)
        inbox.settle(mail, Result("declined"))
    return True
