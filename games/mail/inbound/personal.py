"""Mail to a person's own address: everything that can be done without replying to a letter.

A command about one table begins with the table's code, or its first letters: `k7mp: start`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from accounts.models import User
from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import at_table, commands, execute, table_commands, undoing
from games.mail.inbound.commands import Command, CommandContext, MailCommand
from games.mail.inbound.parse import Mail
from games.mail.inbound.table_commands import TABLE
from games.models import Game, InboundMail
from games.refusals import Refused
from games.services.mail import inbox
from games.services.mail.inbox import Result

NAMED = re.compile(r"#?([a-z0-9]{4,12})[:,] ?(\S.*)", re.IGNORECASE | re.DOTALL)
ABOUT_NOTHING = frozenset(
    (
        *table_commands.FOR_A_PERSON,
        MailCommand.HELP,
        MailCommand.SHOW,
        MailCommand.VACATION,
        MailCommand.CONFIRM,
        MailCommand.UNDO,
        MailCommand.YES,
    )
)


@dataclass(frozen=True)
class AtOwnAddress:
    """A command, and the table that it names, if any."""

    command: Command | None = None
    game: Game | None = None


def understood(opened: Mail, user: User) -> AtOwnAddress:
    """The command in the first line of the sender's own text, with the table it names."""

    lines = at_table.lines_of(opened, means_something)
    if not lines:
        return AtOwnAddress()
    return _named(lines, user) or AtOwnAddress(commands.read_lines(lines))


def means_something(line: str) -> bool:
    """Whether this line is a command, perhaps for the table that it names."""
    found = NAMED.fullmatch(line)
    return at_table.means_something(found[2] if found else line)


def _named(lines: Sequence[str], user: User) -> AtOwnAddress | None:
    found = NAMED.fullmatch(lines[0])
    if found is None or at_table.means_something(lines[0]):
        return None
    games = selectors.lobby.lists.games_of(user).filter(code__startswith=found[1].lower())[:2]
    game = games[0] if len(games) == 1 else None
    return AtOwnAddress(commands.read_lines([found[2], *lines[1:]]), game) if game else None


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Carries out the command, or asks back, or explains what can be written."""
    found = understood(opened, mail.address.user)
    carried = partial(_carried, mail, found.game)
    return at_table.settled(mail, opened, found.command, means_something, carried)


def _carried(mail: InboundMail, game: Game | None, command: Command) -> Result:
    user = mail.address.user
    if game is None and command.kind in at_table.AGREEING_OR_NOT:
        waiting = at_table.waits(mail)
        game = _game(waiting) if waiting is not None else None
    if game is not None:
        asked = CommandContext(user, game, None, mail.received_at, mail.received_at)
        return _naming(game, at_table.carry_out(mail, asked, command))
    if command.kind is MailCommand.UNDO:
        return _naming(None, undoing.undo(mail, user))
    return _naming(None, done(user, command, mail.received_at))


def _naming(game: Game | None, result: Result) -> Result:
    """The result, with the table that the mail named, so that `k7mp: undo` is about no other."""
    return replace(result, details={**result.details, "named": game.pk if game else 0})


def done(user: User, command: Command, asked_at: datetime) -> Result:
    """Carries out a command that is about no table; refuses all others."""
    try:
        if command.kind is MailCommand.VACATION:
            booked = execute.book(user, command.days, asked_at)
            return Result(booked.outcome, TABLE, booked.details)
        if command.kind is MailCommand.SHOW:
            return table_commands.FOR_A_PERSON[MailCommand.GAMES](user, command, asked_at)
        if command.kind in table_commands.FOR_A_PERSON:
            return table_commands.FOR_A_PERSON[command.kind](user, command, asked_at)
    except Refused as refused:
        return table_commands.not_done(refused)
    nothing = command.kind is MailCommand.CONFIRM
    return Result("refused", TABLE, {"did": "confirm" if nothing else "which"})


def _game(mail: InboundMail) -> Game | None:
    return Game.objects.filter(pk=inbox.result_of(mail).get("game", 0)).first()


# ------------------------------------------------------------------ held


def may_be_held(found: AtOwnAddress | None) -> bool:
    """Whether a mail without numbers is kept; a “yes” would confirm what may be another's."""
    command = found.command if found is not None else None
    return command is not None and command.kind is not MailCommand.YES


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Keeps a mail that may be forged until it is confirmed from the verified address."""
    found = understood(opened, mail.address.user)
    command = table_commands.tied(found.command, found.game)
    mine = command is not None and (found.game or command.kind in ABOUT_NOTHING)
    if command is None or not mine or command.kind not in at_table.KNOWN - at_table.CHANGE_NOTHING:
        return execute.unproven(mail)
    about = {"game": found.game.pk} if found.game else {}
    held = Result("held", execute.HELD, {**command.as_details(), **about}, held=True)
    return execute.with_left(held, at_table.left_below(opened, means_something, command))


def confirm(mail: InboundMail) -> Result:
    """Carries out a held mail as if it came now, after its owner has confirmed it on a page."""
    user, command, game = mail.address.user, at_table.command_of(mail), _game(mail)
    now = database_clock.now()
    if game is None:
        return _naming(None, done(user, command, now))
    asked = CommandContext(user, game, None, now, mail.received_at)
    return _naming(game, at_table.done(asked, command))
