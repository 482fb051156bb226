"""A mail that answers a letter about a table which asked for no card."""

from collections.abc import Callable, Sequence

from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import club, commands, execute, forgiving, own_text, undoing
from games.mail.inbound.asked import Asked
from games.mail.inbound.club import TABLE
from games.mail.inbound.commands import Command, Wish
from games.mail.inbound.forgiving import MAX_LENGTH
from games.mail.inbound.parse import Mail
from games.models import Game, InboundMail
from games.refusals import Refused
from games.services.mail import inbox
from games.services.mail.inbox import Result

# What a letter that asks for a card takes as well, told in other words here.
ELSEWHERE = (Wish.PLAN, Wish.NO_PLAN, Wish.PASS, Wish.VACATION)
KNOWN = frozenset((*club.AT_TABLE, *ELSEWHERE, Wish.HELP, Wish.SHOW, Wish.CONFIRM, Wish.UNDO))
# What a mail that may be somebody else's is not kept for.
CHANGE_NOTHING = frozenset((Wish.HELP, Wish.SHOW, Wish.GAMES, Wish.CONFIRM, Wish.UNDO))


def game_of(mail: InboundMail) -> Game:
    """The table that the letter was about."""
    topic = mail.address.topics.select_related("game").get()
    game: Game = topic.game
    return game


def is_strict(mail: InboundMail) -> bool:
    """Whether only what is vouched for counts at this table."""
    return selectors.access.is_strict(game_of(mail), mail.address.user)


def understood(opened: Mail) -> Command | None:
    """The wish in the first line of the writer's own."""
    lines = lines_of(opened, means_something)
    return commands.read_lines(lines) if lines else None


def means_something(line: str) -> bool:
    """Whether this line is a wish that can be carried out about a table."""
    command = commands.read(line)
    return command is not None and command.wish in KNOWN


def lines_of(opened: Mail, means: Callable[[str], bool]) -> Sequence[str]:
    """The writer's own lines that stand together at the top, below a greeting as well, without
    courtesies around a wish; none if nothing of his own was found."""
    own = own_text.own(opened.words, means)
    first = own.lines[own.start] if own.start < len(own.lines) else ""
    if means(first):
        return own.lines[own.start : own.start + own.together]
    if courteous := next(filter(means, forgiving.pared(first[:MAX_LENGTH])), ""):
        return [courteous]
    return () if own_text.wrote_nothing(own.lines) else own.lines[:1]


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
    if command.wish is Wish.CONFIRM or (command.wish is Wish.YES and waits(mail)):
        return confirmed(mail, asked)
    if command.wish is Wish.UNDO:
        return undoing.undo(mail, asked.user, asked)
    return club.asks_back(asked, command) or done(asked, command)


def confirmed(mail: InboundMail, asked: Asked) -> Result:
    """Does what a mail to this address asked for that waits for just this word."""
    waiting = waits(mail)
    if waiting is None:
        return Result("refused", TABLE, {"did": "confirm"})
    command = command_of(waiting)
    answers = command.wish is Wish.ANSWER
    result = execute.carry_out(asked, command) if answers else done(asked, command)
    inbox.settle(waiting, Result("confirmed"))
    return result


def waits(mail: InboundMail) -> InboundMail | None:
    """What its writer has been asked about at this address; no answer that a later one replaced."""
    waiting = inbox.asked_back(mail)
    if waiting is None or command_of(waiting).wish is not Wish.ANSWER:
        return waiting
    return None if inbox.answered_since(waiting) else waiting


def asks_which(mail: InboundMail, asked: Asked, doubt: Command) -> Result:
    """Keeps what was probably meant until its writer says “yes”; the same words are asked about
    once, since a machine may be writing."""
    likeness = inbox.likeness(f"{mail.address_id}:{doubt.text}")
    letter = "" if inbox.said_before(likeness) else TABLE
    kept = {"wish": doubt.wish.value, "text": doubt.text, "days": 0}
    said = {**kept, "did": "doubt", "game": asked.game.pk}
    return Result("asked", letter, said, held=True, likeness=likeness)


def command_of(mail: InboundMail) -> Command:
    """What was kept of a mail that waits."""
    said = inbox.result_of(mail)
    return Command(Wish(said["wish"]), said["text"], said["days"])


def done(asked: Asked, command: Command) -> Result:
    """What came of it; what was refused has changed nothing."""
    try:
        if command.wish in ELSEWHERE:
            return _as_here(execute.carry_out(asked, command), asked)
        return club.AT_TABLE[command.wish](asked, command)
    except Refused as refused:
        said_why = {"did": "refused", "message": refused.message_in_letter, "code": refused.code}
        return Result("refused", TABLE, said_why)


def _as_here(result: Result, asked: Asked) -> Result:
    if result.outcome == "refused":
        said = {"did": "refused", "message": result.said["message"]}
        return Result("refused", TABLE, said)
    return Result(result.outcome, TABLE, {**result.said, "game": asked.game.pk})


def _asked(mail: InboundMail, *, now: bool) -> Asked:
    since = database_clock.now() if now else mail.received_at
    return Asked(mail.address.user, game_of(mail), None, since)


# ------------------------------------------------------------------ held, past


def hold(mail: InboundMail, opened: Mail) -> Result:
    """Kept for a confirmation by the verified address."""
    command = understood(opened)
    if command is None or command.wish not in KNOWN - CHANGE_NOTHING:
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
