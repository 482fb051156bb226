"""A held mail, confirmed or not by whoever reads the verified address."""

from django.db import transaction

from games.mail.inbound import at_table, execute, process, several
from games.mail.inbound.commands import Command, Wish
from games.models import InboundMail
from games.services.mail import inbox, reply_addresses
from games.services.mail.inbox import Result


def command_of(mail: InboundMail) -> Command:
    """What a held mail asks for, as it was understood when it came."""
    said = inbox.result_of(mail)
    return Command(Wish(said["wish"]), said["text"], said["days"])


def confirm(pk: int) -> Result | None:
    """Carries out what the mail asks for, as if it came now; None: it waits no more."""
    with transaction.atomic():
        mail = inbox.held(pk)
        if mail is None:
            return None
        result = _carried_out(mail)
        inbox.settle(mail, result)
    return result


def _carried_out(mail: InboundMail) -> Result:
    if mail.address.hand is None:
        one = mail.address.purpose == reply_addresses.TABLE
        return at_table.confirm(mail) if one else several.confirm(mail)
    return execute.carry_out(process.asked(mail, now=True), command_of(mail))


def decline(pk: int) -> bool:
    """Does nothing, ever, and gives the next letter another address; False: it waits no more."""
    with transaction.atomic():
        mail = inbox.held(pk)
        if mail is None:
            return False
        reply_addresses.revoke_one(mail.address)
        inbox.settle(mail, Result("declined"))
    return True
