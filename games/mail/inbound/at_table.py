"""Replies to letters about a table that didn't ask for a card."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import commands, execute, own_text, table_commands, undoing
from games.mail.inbound.commands import Command, CommandContext, MailCommand
from games.mail.inbound.parse import Mail
from games.mail.inbound.table_commands import TABLE
from games.mail.inbound.understanding import MAX_LEFT, MAX_SHOWN, SPOKEN, certain
from games.models import Game, InboundMail
from games.refusals import Refused
from games.services.mail import inbox, loaded_mails
from games.services.mail.inbox import Result

# Commands that replies to a letter asking for a card accept, too; here they are confirmed in other
# words.
ELSEWHERE = (MailCommand.PLAN, MailCommand.NO_PLAN, MailCommand.PASS, MailCommand.VACATION)
KNOWN = frozenset(
    (
        *table_commands.TABLE_HANDLERS,
        *ELSEWHERE,
        MailCommand.HELP,
        MailCommand.SHOW,
        MailCommand.CONFIRM,
        MailCommand.UNDO,
    )
)
# Commands that change nothing, or only concern the sender's own mails: a mail that may be forged
# isn't kept for them.
CHANGE_NOTHING = frozenset(
    (MailCommand.HELP, MailCommand.SHOW, MailCommand.GAMES, MailCommand.CONFIRM, MailCommand.UNDO)
)
# What somebody writes when we have asked back.
AGREEING = (MailCommand.CONFIRM, MailCommand.YES)
AGREEING_OR_NOT = (*AGREEING, MailCommand.NO)
LET_GO = Result("done", TABLE, {"did": "let_go"})


def game_of(mail: InboundMail) -> Game:
    """The table that the letter was about."""
    (game,) = loaded_mails.tables_of(mail.address)
    return game


def is_strict(mail: InboundMail) -> bool:
    """Whether only authenticated mail counts at this table."""
    return selectors.access.is_strict(game_of(mail), mail.address.user)


def understood(opened: Mail) -> Command | None:
    """The command in the first line of the sender's own text."""
    lines = lines_of(opened, means_something)
    return commands.read_lines(lines) if lines else None


def means_something(line: str) -> bool:
    """Whether this line is a command about a table."""
    command = commands.read(line)
    return command is not None and command.kind in KNOWN


def lines_of(opened: Mail, means: Callable[[str], bool]) -> Sequence[str]:
    """The sender's own consecutive lines at the top, without a greeting, and without courtesies
    around a command. Empty if the sender wrote nothing.
    """
    own = own_text.own(opened.words, means)
    first = own.lines[own.start] if own.start < len(own.lines) else ""
    if means(first):
        return own.together(own.start)
    if courteous := next(filter(means, commands.pared_if_short(first)), ""):
        return [courteous, *own.together(own.start)[1:]]
    return () if own_text.wrote_nothing(own.lines) else own.lines[:1]


def left_below(opened: Mail, means: Callable[[str], bool], command: Command) -> tuple[str, ...]:
    """Further lines that look like commands, since a mail carries out one, and those that may have
    been meant to belong to a message or note.
    """
    own = own_text.own(opened.words, means)
    taken = len(own.together(own.start)) if command.kind in (MailCommand.PLAN, *SPOKEN) else 1
    below = own.lines[own.start + taken : own.near]
    words = own_text.unsigned(below) if command.kind in SPOKEN else ()
    left = (*words, *filter(means, below))
    return tuple(dict.fromkeys(line[:MAX_SHOWN] for line in left))[:MAX_LEFT]


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Carries out the command, or asks back, or explains what can be written."""
    carried = partial(carry_out, mail, _asked(mail, now=False))
    return settled(mail, opened, understood(opened), means_something, carried)


def settled(
    mail: InboundMail,
    opened: Mail,
    command: Command | None,
    means: Callable[[str], bool],
    carried: Callable[[Command], Result],
) -> Result:
    """What became of a mail with this command, which is `carried` out if it is one."""
    if command is None or command.kind not in KNOWN:
        text = command.text if command is not None else ""
        why = "no_answer" if command is not None else "empty"
        return execute.once(mail, Result("refused", TABLE, {"did": "help", "why": why}), text)
    if command.kind is MailCommand.HELP:
        result = Result("helped", TABLE, {"did": "help", "why": ""})
    else:
        result = carried(command)
    result = execute.with_left(result, left_below(opened, means, command))
    if result.outcome != "refused":
        return result
    return execute.once(mail, result, command.text, command.kind.value)


def carry_out(mail: InboundMail, asked: CommandContext, command: Command) -> Result:
    """Carries out a command that needs no confirmation, or that the sender has just confirmed."""
    if command.kind is MailCommand.SHOW:  # the table as it stands when the letter is written
        return Result("shown", TABLE, {"did": "show", "game": asked.game.pk})
    if command.kind is MailCommand.NO and (about := _asked_about(mail, asked.game)):
        return _let_go(about)
    if command.kind in AGREEING and (waiting := waits(mail, asked.game)) is not None:
        return _confirmed(waiting, asked)
    if command.kind in AGREEING and _asked_about(mail, asked.game) and not _votes(asked, command):
        return execute.OVERTAKEN  # what we asked about was answered in another way since
    if command.kind is MailCommand.CONFIRM:
        return Result("refused", TABLE, {"did": "confirm"})
    if command.kind is MailCommand.UNDO:
        return undoing.undo(mail, asked.user, asked)
    return table_commands.asks_back(asked, command) or done(asked, command)


def _votes(asked: CommandContext, command: Command) -> bool:
    """Whether this is a “yes” while something is voted on, which it may be about."""
    return command.kind is MailCommand.YES and bool(table_commands.pending(asked.game))


def _let_go(asked_about: Sequence[InboundMail]) -> Result:
    """Drops all that we asked back about."""
    for waiting in asked_about:
        inbox.settle(waiting, Result("declined"))
    return LET_GO


def _confirmed(waiting: InboundMail, asked: CommandContext) -> Result:
    """Carries out what an earlier mail to this address asked for and is now confirmed."""
    command = command_of(waiting)
    answers = command.kind is MailCommand.ANSWER
    asked = replace(asked, written_at=waiting.received_at)
    result = execute.carry_out(asked, command) if answers else done(asked, command)
    inbox.settle(waiting, Result("confirmed"))
    return result


def waits(mail: InboundMail, game: Game | None = None) -> InboundMail | None:
    """The newest mail to this address, about that table if one is given, that waits for a “yes” or
    “no”; None if its answer was replaced since.
    """
    about = _asked_about(mail, game)
    if not about or command_of(about[0]).kind is not MailCommand.ANSWER:
        return about[0] if about else None
    return None if inbox.is_answered_since(about[0], about[0].address.hand_id) else about[0]


def _asked_about(mail: InboundMail, game: Game | None) -> list[InboundMail]:
    asked = inbox.asked_back(mail)
    if game is None:
        return asked
    return [each for each in asked if inbox.result_of(each).get("game") == game.pk]


def asks_which(mail: InboundMail, asked: CommandContext, doubt: Command) -> Result:
    """Keeps the probable answer until the sender says “yes”. It asks only once about the same text,
    since a machine may be writing.
    """
    details = {**doubt.as_details(), "did": "doubt", "game": asked.game.pk}
    return execute.once(mail, Result("asked", TABLE, details, held=True), doubt.text)


def command_of(mail: InboundMail) -> Command:
    """The stored command of a mail that waits for its confirmation."""
    return Command.stored_in(inbox.result_of(mail))


def done(asked: CommandContext, command: Command) -> Result:
    """Carries out a command; a refused one changes nothing."""
    if command.kind is MailCommand.SAY and _tells_an_answer(asked, command.text):
        return Result("refused", TABLE, {"did": "tells"})
    try:
        if command.kind in ELSEWHERE:
            return _as_here(execute.carry_out(asked, command), asked)
        return table_commands.TABLE_HANDLERS[command.kind](asked, command)
    except Refused as refused:
        return table_commands.not_done(refused)


def _tells_an_answer(asked: CommandContext, words: str) -> bool:
    """Whether a line below the first is an answer by itself, which everybody would see."""
    seat = selectors.access.seat_of(asked.game, asked.user)
    if seat is None or asked.game.state != Game.State.RUNNING:
        return False
    reads = selectors.observations.reader_for(asked.game, seat.index)
    return any(certain(line, reads) for line in words.splitlines()[1:])


def _as_here(result: Result, asked: CommandContext) -> Result:
    if result.outcome == "refused":
        details = {"did": "refused", "message": result.details["message"]}
        return Result("refused", TABLE, details)
    return Result(result.outcome, TABLE, {**result.details, "game": asked.game.pk})


def _asked(mail: InboundMail, *, now: bool) -> CommandContext:
    since = database_clock.now() if now else mail.received_at
    return CommandContext(mail.address.user, game_of(mail), None, since, mail.received_at)


# ------------------------------------------------------------------ held


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Keeps a mail that may be forged until it is confirmed from the verified address."""
    command = table_commands.tied(understood(opened), game_of(mail))
    if command is None or command.kind not in KNOWN - CHANGE_NOTHING:
        return execute.unproven(mail)
    held = Result("held", execute.HELD, command.as_details(), held=True)
    return execute.with_left(held, left_below(opened, means_something, command))


def confirm(mail: InboundMail) -> Result:
    """Carries out a held mail as if it came now, after its owner has confirmed it on a page."""
    return done(_asked(mail, now=True), command_of(mail))
