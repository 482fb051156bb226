"""A mail that answers a letter about a table which asked for no card."""

from collections.abc import Sequence

from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import club, commands, execute, own_text
from games.mail.inbound.asked import Asked
from games.mail.inbound.club import TABLE
from games.mail.inbound.commands import Command, Wish
from games.mail.inbound.parse import Mail
from games.models import Game, InboundMail
from games.refusals import Refused
from games.services.mail import inbox
from games.services.mail.inbox import Result

KNOWN = frozenset((*club.AT_TABLE, Wish.HELP, Wish.SHOW, Wish.VACATION, Wish.CONFIRM))


def game_of(mail: InboundMail) -> Game:
    """The table that the letter was about."""
    topic = mail.address.topics.select_related("game").get()
    game: Game = topic.game
    return game


def is_strict(mail: InboundMail) -> bool:
    """Whether only what is vouched for counts at this table."""
    return selectors.is_strict(game_of(mail), mail.address.user)


def understood(opened: Mail) -> Command | None:
    """The wish in the first line of the writer's own."""

    def means_something(line: str) -> bool:
        command = commands.read(line)
        return command is not None and command.wish in KNOWN

    own = own_text.own(opened.words, means_something)
    if not means_something(own.first) and own_text.wrote_nothing(own.lines):
        return None
    return commands.read_lines(own.lines[: own.together])


def apply(mail: InboundMail, opened: Mail) -> Result:
    """Does it, or asks back, or says what may be written."""
    command = understood(opened)
    if command is None or command.wish not in KNOWN:
        text = command.text if command is not None else ""
        why = "no_answer" if command is not None else "empty"
        return execute.once(mail, Result("refused", TABLE, {"did": "help", "why": why}), text)
    if command.wish in (Wish.HELP, Wish.SHOW):
        return Result("helped", TABLE, {"did": "help", "why": ""})
    result = carry_out(mail, _asked(mail, now=False), command)
    return execute.once(mail, result, command.text) if result.outcome == "refused" else result


def carry_out(mail: InboundMail, asked: Asked, command: Command) -> Result:
    """Does what needs no second word, and what its writer has just confirmed."""
    if command.wish is Wish.CONFIRM:
        return confirmed(mail, asked)
    return club.asks_back(asked, command) or done(asked, command)


def confirmed(mail: InboundMail, asked: Asked) -> Result:
    """Does what a mail to this address asked for that waits for just this word."""
    waiting = inbox.asked_back(mail)
    if waiting is None:
        return Result("refused", TABLE, {"did": "confirm"})
    result = done(asked, command_of(waiting))
    inbox.settle(waiting, Result("confirmed"))
    return result


def command_of(mail: InboundMail) -> Command:
    """What was kept of a mail that waits."""
    said = inbox.result_of(mail)
    return Command(Wish(said["wish"]), said["text"], said["days"])


def done(asked: Asked, command: Command) -> Result:
    """What came of it; what was refused has changed nothing."""
    try:
        if command.wish is Wish.VACATION:
            said = execute.carry_out(asked, command)
            more = {"did": "vacation", **said.said} if said.outcome == "vacation" else said.said
            return Result(said.outcome, TABLE, more)
        return club.AT_TABLE[command.wish](asked, command)
    except Refused as refused:
        said_why = {"did": "refused", "message": refused.message_in_letter}
        return Result("refused", TABLE, said_why)


def _asked(mail: InboundMail, *, now: bool) -> Asked:
    since = database_clock.now() if now else mail.received_at
    return Asked(mail.address.user, game_of(mail), None, since)


# ------------------------------------------------------------------ held, past


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Kept for a confirmation by the verified address."""
    command = understood(opened)
    held: Sequence[Wish] = [*club.AT_TABLE, Wish.VACATION]
    if command is None or command.wish not in held or command.wish is Wish.GAMES:
        return execute.once(mail, Result("unproven", execute.HELD), "")
    said = {"wish": command.wish.value, "text": command.text, "days": command.days}
    return Result("held", execute.HELD, said, held=True)


def confirm(mail: InboundMail) -> Result:
    """Does what a held mail asks for, as if it came now: its person says so on a page."""
    return done(_asked(mail, now=True), command_of(mail))


def state(mail: InboundMail, opened: Mail) -> Result:
    """That the letter is about nothing of theirs any more; at most once a day."""
    if inbox.told_state(mail.address.user_id):
        return Result("past")
    return Result("past", TABLE, {"did": "past"})
