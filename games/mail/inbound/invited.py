"""Replies to an invitation by somebody without a confirmed account, who joins without a page.

A reply counts only if it comes from the invited address, to the address in that one letter, and its
server doesn't disown it. `accept` makes or confirms the account; then the mail is read like any
member's.
"""

from email.utils import getaddresses

from accounts.email.domain_spellings import in_ascii
from accounts.email.inbound_routes import Arrival, TooMany
from accounts.people import new_accounts
from games.mail.inbound import at_table, intake, parse, sender
from games.mail.inbound.commands import WORDS, MailCommand
from games.mail.inbound.parse import Mail
from games.mail.inbound.sender import Verdict
from games.models import Invitation
from games.services.mail import house_mail, inbox, invitation_replies, reply_addresses

SPOKEN = {"annehmen": "de", "ich nehme an": "de", "aannemen": "nl", "ik neem aan": "nl"}


class Invited:
    """Takes replies to invitations (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether this is the reply address of one of our invitations. Raises `TooMany`."""
        if invitation_replies.invitation_at(address) is None:
            return False
        if house_mail.is_flooded():
            raise TooMany
        return True

    def take(self, arrival: Arrival) -> None:
        """Carries out the reply, once; nothing of it is stored."""
        invitation = invitation_replies.invitation_at(arrival.recipient)
        if invitation is None:
            return
        identity = intake.identity(arrival.raw)
        mail = parse.opened(arrival.raw)
        local = f"{invitation_replies.PREFIX}{invitation.pk}"
        if mail is None or sender.sign_of_machine(mail, arrival.sender):
            house_mail.note_automatic(local, identity)
        elif _is_of(invitation, mail, arrival.origin):
            _answer(invitation, mail, arrival, identity)


def _is_of(invitation: Invitation, mail: Mail, origin: str) -> bool:
    """Whether the mail comes from the invited address, as far as we can tell."""
    author = sender.author(mail)
    own = in_ascii(author) == in_ascii(invitation.email)
    return own and sender.verdict(mail, origin, author) is not Verdict.FAIL


def _answer(invitation: Invitation, mail: Mail, arrival: Arrival, identity: str) -> None:
    command = at_table.understood(mail)
    kind = command.kind if command is not None else None
    user = new_accounts.member_at(invitation.email)
    if user is None and kind is MailCommand.ACCEPT and invitation_replies.is_open(invitation):
        user = invitation_replies.person_of(invitation, _name(mail), _language(mail))
    if user is not None:
        pair = (user.pk, invitation.game_id)
        row = reply_addresses.addresses_of_tables([pair])[pair]
        inbox.store(row, arrival.raw, arrival.sender, arrival.origin, identity)
    elif kind is MailCommand.DECLINE and invitation_replies.seated_by(invitation) is None:
        invitation_replies.decline(invitation)
    else:
        local = f"{invitation_replies.PREFIX}{invitation.pk}"
        house_mail.answer(local, identity, None, invitation.email, invitation)


def _name(mail: Mail) -> str:
    """The sender's name in From; may be empty."""
    names = [name for name, _address in getaddresses(mail.headers.get("from", []))]
    return parse.decoded(names[0]) if names else ""


def _language(mail: Mail) -> str:
    """The language of the word used to accept; empty if that is the inviting person's language."""
    lines = at_table.lines_of(mail, at_table.means_something)
    text = lines[0].casefold().rstrip(" .!") if lines else ""
    return SPOKEN.get(text, "") if WORDS.get(text) is MailCommand.ACCEPT else ""
