"""Processes stored mails in their order, one transaction each: parse, decide, carry out, settle.

If a worker dies anywhere in between, the mail is still new and nothing has changed.
"""

import logging
import traceback
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError

from accounts.notifications.eligibility import Reader
from accounts.operation import database_clock
from accounts.operation.database_errors import is_busy, run_isolated
from games import selectors
from games.mail.inbound import (
    at_table,
    execute,
    own_text,
    parse,
    personal,
    sender,
    several,
    table_commands,
)
from games.mail.inbound.commands import CommandContext, MailCommand
from games.mail.inbound.parse import Mail
from games.mail.inbound.sender import Verdict
from games.mail.inbound.understanding import understood
from games.models import InboundMail, ReplyAddress
from games.refusals import Refused
from games.services.hands import resolving
from games.services.mail import inbox, loaded_mails, reply_addresses
from games.services.mail.inbox import Result

log = logging.getLogger(__name__)
Purpose = ReplyAddress.Purpose

# Those that are about the table, or about an earlier mail.
AT_TABLE = frozenset((MailCommand.CONFIRM, MailCommand.UNDO, *table_commands.HANDLERS))


class Decision(Enum):
    """What happens to a mail for an address that is, or was, ours."""

    APPLY = "apply"
    HOLD = "hold"  # until somebody confirms it who reads the verified address
    HOLD_ANOTHERS = "hold another's"  # likewise; From isn't the person's address
    STATE = "state"  # the present state, at most once a day
    DROP = "drop"


class Ways(NamedTuple):
    """How mails to the addresses of one purpose are carried out and held, and what their senders
    are told if the address means nothing any more.
    """

    apply: Callable[[InboundMail, Mail], Result]
    hold: Callable[[InboundMail, Mail], Result]
    past: Result


def read_all() -> int:
    """Reads whatever waits; returns how many mails were settled."""
    return sum(read_person(user_id) for user_id in loaded_mails.people_with_unread())


def read_for_hand(hand_id: int) -> int:
    """Reads the mails that this hand waits for before it expires."""
    return sum(read_person(user_id) for user_id in inbox.people_with_unread_for(hand_id))


def read_person(user_id: int) -> int:
    """Reads this person's mails, oldest first.

    If a mail causes an error, the next sweep tries it again, then gives up. Its content is never
    logged.
    """
    done = 0
    try:
        while inbox.read_next(user_id, process_mail, resolving.close_when_full):
            done += 1
    except (OperationalError, InterfaceError) as error:
        if not is_busy(error):
            raise  # the database is down; it isn't the mail's fault
    except SoftTimeLimitExceeded:
        raise  # the time of the whole task is up
    except Exception as error:  # noqa: BLE001 – a defect in one mail must not stop the others
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("A mail broke its reader:\n%s%s", where, type(error).__name__)
        inbox.give_up(user_id, broken, _close)
    return done


def _close(hand_id: int) -> None:
    """Closes a hand that only waited for a mail we gave up; failing that, its deadline does."""

    def close() -> int:
        resolving.close_when_full(hand_id)
        return 1

    run_isolated(close, f"Closing hand {hand_id}")


def broken(mail: InboundMail) -> Result:
    """What is told about a mail that we gave up: nothing that it says is known."""
    past = _past(mail, WAYS[Purpose(mail.address.purpose)].past)
    details = dict.fromkeys(past.details, "broken")
    quiet = inbox.writes_in_vain(mail.address.user_id)
    return Result("broken", past.letter, details, quiet=quiet)


def process_mail(mail: InboundMail) -> Result:
    """Processes one mail, in its owner's language and time zone; returns the result."""
    user = mail.address.user
    with Reader(user.email or "", user.name, user.language, user.zone).at_home():
        stored = inbox.content_of(mail)
        if stored is None:
            return Result("forgotten")
        raw, envelope_sender = stored
        opened = parse.opened(raw)
        if opened is None:
            return Result("unopened")
        sign = sender.sign_of_machine(opened, envelope_sender)
        if sign and sign not in sender.WEAK:
            return Result("automatic")
        decision = decided(mail, opened)
        if sign:
            return _quietly(mail, opened, decision, sign)
        ways = WAYS[Purpose(mail.address.purpose)]
        match decision:
            case Decision.APPLY:
                return ways.apply(mail, opened)
            case Decision.HOLD | Decision.HOLD_ANOTHERS:
                return ways.hold(mail, opened)
            case Decision.STATE:
                return _state(mail)
            case Decision.DROP:
                return Result("dropped")


def _state(mail: InboundMail, sign: str = "") -> Result:
    """The present state; by `sign` a machine's mail counts apart from what its person sends."""
    told = inbox.told_state(mail.address.user_id)
    past = execute.once(mail, _past(mail, WAYS[Purpose(mail.address.purpose)].past), sign)
    return replace(past, quiet=past.quiet or told)


def decided(mail: InboundMail, opened: Mail) -> Decision:
    """Applies the table "Who may" of docs/mail.md, row by row."""
    user, author = mail.address.user, sender.author(opened)
    own = bool(author) and user.is_active and loaded_mails.is_own_address(user.pk, author)
    verdict = sender.verdict(opened, mail.door, author)
    if not reply_addresses.is_good(mail.address, mail.received_at):
        was_good = reply_addresses.was_good(mail.address, mail.received_at)
        told = own and (verdict is Verdict.PASS or was_good)
        return Decision.STATE if told else Decision.DROP
    if not own:
        return Decision.HOLD_ANOTHERS
    if verdict is Verdict.FAIL or mail.address.revoked_at is not None:
        return Decision.HOLD
    if verdict is Verdict.NONE and STRICT[Purpose(mail.address.purpose)](mail):
        return Decision.HOLD
    return Decision.APPLY


def _quietly(mail: InboundMail, opened: Mail, decision: Decision, sign: str) -> Result:
    """Carries out the certain answers of a mail that a machine may have sent, and nothing else.

    The next letter says if they can't be believed, though they come from the person's address, or
    come too late.
    """
    result = None
    if decision is Decision.STATE:
        result = _state(mail, sign)
    elif decision in (Decision.APPLY, Decision.HOLD):
        alone = several.answers_alone if mail.address.purpose == Purpose.HANDS else _answer_alone
        result = alone(mail, opened, believed=decision is Decision.APPLY)
    return replace(result or Result("automatic"), quiet=True)


def _answer_alone(mail: InboundMail, opened: Mail, *, believed: bool) -> Result | None:
    """Carries out the sender's first line if it is just one answer, and nothing else; None if it
    isn't one. An answer that isn't `believed` does nothing.
    """
    reads = selectors.observations.reader_of(mail.address.user, mail.address.hand)
    found = understood(opened.words, reads)
    answer = found.command
    if answer is None or answer.kind is not MailCommand.ANSWER or not answer.plain:
        return None
    if reads(answer.text) is None:
        return None
    if not believed:
        return execute.unproven(mail, opened.words)
    beside = (found.second.line,) if found.second is not None else ()
    result = execute.carry_out(asked(mail), answer)
    result = execute.with_left(result, (*beside, *found.left))
    return execute.once(mail, result, answer.text) if result.outcome == "refused" else result


def _past(mail: InboundMail, past: Result) -> Result:
    """Why mails to this address mean nothing any more: `past`, unless it was revoked, or the sender
    has no seat whose table the letter could show.
    """
    address, hand = mail.address, mail.address.hand
    if hand is not None and selectors.access.seat_of(hand.game, address.user) is None:
        return WAYS[Purpose.TABLE].past
    if address.revoked_at is None:
        return past
    return replace(past, details=dict.fromkeys(past.details, "revoked"))


def _apply(mail: InboundMail, opened: Mail) -> Result:
    reads = selectors.observations.reader_of(mail.address.user, mail.address.hand)
    found, ask = understood(opened.words, reads), asked(mail)
    if found.ambiguous:
        words = "\n".join(own_text.own(opened.words, lambda line: reads(line) is not None).lines)
        return execute.once(mail, execute.not_done(Refused("two_answers")), words)
    if found.to_confirm is not None:
        doubt = at_table.asks_which(mail, ask, found.to_confirm)
        return execute.with_left(doubt, found.left)
    if found.command is None:
        return execute.once(mail, Result("empty", execute.HELP, {"why": "empty"}), "")
    if found.second is not None and found.second.command.kind is MailCommand.VACATION:
        loaded_mails.lock_games(mail.address, everywhere=True)
    if found.command.kind in AT_TABLE:
        result = at_table.carry_out(mail, ask, found.command)
    else:
        result = execute.carry_out(ask, found.command)
    if found.left:
        result = execute.with_left(result, found.left)
    if (other := found.second) is not None:
        result = execute.with_command(ask, result, other.command, other.line)
    if result.outcome != "refused":
        return result
    return execute.once(mail, result, found.command.text, found.command.kind.value)


def _hold(mail: InboundMail, opened: Mail) -> Result:
    """Keeps a mail that may be forged until it is confirmed from the verified address; one that
    can't be read changes nothing.
    """
    reads = selectors.observations.reader_of(mail.address.user, mail.address.hand)
    found = understood(opened.words, reads)
    command = found.command or found.to_confirm
    if command is None or command.kind in at_table.CHANGE_NOTHING:
        return execute.unproven(mail)
    text = command.text
    if command.kind is MailCommand.ANSWER:
        text = reads(command.text) or ""
    elif command.kind is MailCommand.YES:
        text = table_commands.open_vote(reply_addresses.hand_of(mail.address).game)
    if not text and command.kind in (MailCommand.ANSWER, MailCommand.YES):
        return execute.unproven(mail)
    details = {**replace(command, text=text).as_details(), **execute.kept(found)}
    held = Result("held", execute.HELD, details, held=True)
    return execute.with_left(held, found.left)


def asked(mail: InboundMail, *, now: bool = False) -> CommandContext:
    """Who asks by this mail, about which hand, and since when: since it came, or (`now`) since its
    confirmation just now.
    """
    hand = reply_addresses.hand_of(mail.address)
    since = database_clock.now() if now else mail.received_at
    return CommandContext(mail.address.user, hand.game, hand, since, mail.received_at)


# Whether unauthenticated mail is held, by the purpose of the address.
STRICT: dict[str, Callable[[InboundMail], bool]] = {
    Purpose.PLAY: lambda mail: selectors.access.is_strict(asked(mail).game, mail.address.user),
    Purpose.HANDS: several.is_strict,
    Purpose.TABLE: at_table.is_strict,
    Purpose.PERSON: lambda mail: mail.address.user.strict_mail,
}
WAYS = {
    Purpose.PLAY: Ways(_apply, _hold, Result("past", execute.STATE, {"why": "past"})),
    Purpose.HANDS: Ways(
        several.apply, several.hold, Result("past", execute.LINES, {"why": "past"})
    ),
    Purpose.TABLE: Ways(
        at_table.apply, at_table.hold, Result("past", table_commands.TABLE, {"did": "past"})
    ),
    Purpose.PERSON: Ways(
        personal.apply, personal.hold, Result("past", table_commands.TABLE, {"did": "revoked"})
    ),
}
