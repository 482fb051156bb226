"""Commands in mails other than playing: joining, starting, voting, talking, looking.

Those that concern no table (`FOR_A_PERSON`) can also be sent to one's own address. Each calls one
command of the services, which checks permissions. What affects everybody at the table has to be
confirmed first.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.mail.inbound import new_table, settings_command
from games.mail.inbound.commands import Command, CommandContext, MailCommand, read
from games.mail.inbound.understanding import SPOKEN
from games.models import MAX_TABLE_NAME, Game, Vote
from games.refusals import Refused
from games.services.lobby import invitations, rematches, tables
from games.services.mail.inbox import Result
from games.services.seats import absence, votes
from games.services.talk import chat, notes

TABLE = "mail_table"
# They take effect for everybody at the table.
BINDING = frozenset(
    (
        MailCommand.START,
        MailCommand.EXTEND,
        MailCommand.YES,
        MailCommand.PAUSE,
        MailCommand.CANCEL,
        MailCommand.RESUME,
    )
)
VOTES = {MailCommand.PAUSE: Vote.Wish.PAUSE.value, MailCommand.CANCEL: Vote.Wish.CANCEL.value}
SAID_AND_NOTED = Result("refused", TABLE, {"did": "said_and_noted"})
HAD_SEAT, HAD_KEPT = "seat", "kept"
MIN_LETTERS = 4  # of a table's code
MAX_NAMED = 8  # tables of the same name that a letter lists


def not_done(refused: Refused) -> Result:
    """A refusal, in the language of whoever asked."""
    details = {"did": "refused", "message": refused.message_in_letter, "code": refused.code}
    return Result("refused", TABLE, details)


def _did(did: str, game: Game, **more: Any) -> Result:
    return Result("done", TABLE, {"did": did, "game": game.pk, **more})


def _sit(user: User, game: Game, asked_at: datetime) -> Result:
    had = _had(user, game)
    return _seated("joined", tables.join(user, game.code, given_at=asked_at), had)


def _had(user: User, game: Game | None) -> str:
    """What this person has at a table: a seat, one that is kept for them, or nothing."""
    if game is None:
        return ""
    if selectors.access.seat_of(game, user) is not None:
        return HAD_SEAT
    return HAD_KEPT if selectors.access.is_kept(game, user) else ""


def _seated(did: str, game: Game, had: str) -> Result:
    """Nobody is asked or waited for at a table that has begun with this seat. `had`: what its
    person had there before the mail, for `undo`.
    """
    return _did(did if game.state == Game.State.OPEN else "begun", game, had=had)


def _games(user: User, command: Command, asked_at: datetime) -> Result:
    return Result("shown", TABLE, {"did": "games"})


def _join(user: User, command: Command, asked_at: datetime) -> Result:
    """Joins an open public table by its name, its code or the first letters of that."""
    wanted = command.text.casefold().strip(" .!")
    open_ = selectors.lobby.lists.open_tables()
    found = [game for game in open_ if _is_named(game, wanted)]
    if len(found) != 1:
        codes = [f"{isolated(game.name)} ({game.code})" for game in found[:MAX_NAMED]]
        details = {"did": "join", "name": command.text, "found": codes}
        return Result("refused", TABLE, details)
    return _sit(user, found[0], asked_at)


def _is_named(game: Game, wanted: str) -> bool:
    by_code = len(wanted) >= MIN_LETTERS and game.code.startswith(wanted)
    return by_code or game.name.casefold() == wanted


def _open(user: User, command: Command, asked_at: datetime) -> Result:
    named = _("Table of %(name)s") % {"name": user.name}
    game = tables.make_table(user, new_table.table_settings(command.text, named[:MAX_TABLE_NAME]))
    return _did("opened", game)


def _settings(user: User, command: Command, asked_at: datetime) -> Result:
    """Changes one setting; without any text, shows all of them."""
    if not command.text:
        return Result("shown", TABLE, {"did": "settings"})
    changed = settings_command.change(user, command.text)
    return Result("done", TABLE, {"did": "settings", "changed": True, "values": changed})


FOR_A_PERSON: dict[MailCommand, Callable[[User, Command, datetime], Result]] = {
    MailCommand.GAMES: _games,
    MailCommand.JOIN: _join,
    MailCommand.OPEN: _open,
    MailCommand.SETTINGS: _settings,
}


def _for_a_person(asked: CommandContext, command: Command) -> Result:
    return FOR_A_PERSON[command.kind](asked.user, command, asked.came_at)


def _invite(asked: CommandContext, command: Command) -> Result:
    invitations.invite(asked.user, asked.game.code, command.text)
    return _did("invited", asked.game, address=command.text)


def _vote_for(asked: CommandContext, command: Command) -> Result:
    return _voted(asked, VOTES[command.kind])


def _voted(asked: CommandContext, wish: str) -> Result:
    game = votes.vote(asked.user, asked.game.code, wish, given_at=asked.came_at)
    decided = selectors.seats.occupancy.has_happened(game, wish)
    return _did("voted", game, wish=wish, decided=decided)


def _resume(asked: CommandContext, command: Command) -> Result:
    votes.go_on(asked.user, asked.game.code, given_at=asked.came_at)
    return _did("resumed", asked.game)


def _accept(asked: CommandContext, command: Command) -> Result:
    return _sit(asked.user, asked.game, asked.came_at)


def _decline(asked: CommandContext, command: Command) -> Result:
    invitations.decline(asked.user, asked.game.code)
    return _did("declined", asked.game)


def _start(asked: CommandContext, command: Command) -> Result:
    return _did("started", tables.start(asked.user, asked.game.code))


def _rematch(asked: CommandContext, command: Command) -> Result:
    had = _had(asked.user, selectors.lobby.lists.rematch_of(asked.game))
    game = rematches.rematch(asked.user, asked.game.code, given_at=asked.came_at)
    return _seated("rematch", game, had)


def _extend(asked: CommandContext, command: Command) -> Result:
    """Extends the hand that the letter was about, or else the one that was open when we asked back
    (`text`), or is now.
    """
    hand, game = asked.hand, asked.game
    number = hand.number if hand is not None else int(command.text or game.hand_number)
    return _did("extended", votes.extend(asked.user, asked.game.code, number))


def pending(game: Game) -> list[str]:
    """What somebody at the table has voted for."""
    found = selectors.seats.occupancy.votes_that_count(game).values_list("wish", flat=True)
    return sorted(set(found))


def open_vote(game: Game) -> str:
    """What a “yes” is about now; empty if nothing is voted on, or more than one thing."""
    wishes = pending(game)
    return wishes[0] if len(wishes) == 1 else ""


def _yes(asked: CommandContext, command: Command) -> Result:
    """Agrees to the only vote at the table; `text` is what it was about when we asked back."""
    wishes = [command.text] if command.text else pending(asked.game)
    if len(wishes) != 1 or wishes[0] not in pending(asked.game):
        return Result("refused", TABLE, {"did": "vote", "wishes": pending(asked.game)})
    return _voted(asked, wishes[0])


def _no(asked: CommandContext, command: Command) -> Result:
    """Withdraws the person's own votes. Somebody without any has already said no, unless they have
    no say: the game is paused, or a bot plays for them.
    """
    seat = selectors.access.seat_of(asked.game, asked.user)
    stood = selectors.seats.occupancy.votes_that_count(asked.game).filter(seat=seat).exists()
    game = votes.unvote(asked.user, asked.game.code, None, given_at=asked.came_at)
    if stood:
        return _did("unvoted", game)
    return _did(
        "unvoted", game, away=bool(seat and seat.absence), paused=game.paused_at is not None
    )


def _back(asked: CommandContext, command: Command) -> Result:
    absence.back(asked.user, asked.game.code, given_at=asked.came_at)
    return _did("back", asked.game)


def _tells_a_note(command: Command) -> bool:
    """Whether a message has a line that is a note, which only its writer would see, or a note one
    that is a message.
    """
    below = filter(None, map(read, command.text.split("\n")[1:]))
    return any(each.kind in SPOKEN and each.kind is not command.kind for each in below)


def _say(asked: CommandContext, command: Command) -> Result:
    if _tells_a_note(command):
        return SAID_AND_NOTED
    chat.say(asked.user, asked.game.code, command.text)
    return _did("say", asked.game)


def _note(asked: CommandContext, command: Command) -> Result:
    if _tells_a_note(command):
        return SAID_AND_NOTED
    note = notes.add(asked.user, asked.game.code, command.text)
    return _did("note", asked.game, number=note.number)


def _record(asked: CommandContext, command: Command) -> Result:
    if asked.game.state not in Game.ENDED:
        return Result("refused", TABLE, {"did": "running", "game": asked.game.pk})
    selectors.observations.record_of(asked.game)  # refused while it is closed, or if there is none
    return _did("record", asked.game)


HANDLERS: dict[MailCommand, Callable[[CommandContext, Command], Result]] = {
    **dict.fromkeys(FOR_A_PERSON, _for_a_person),
    MailCommand.INVITE: _invite,
    MailCommand.PAUSE: _vote_for,
    MailCommand.CANCEL: _vote_for,
    MailCommand.RESUME: _resume,
    MailCommand.ACCEPT: _accept,
    MailCommand.DECLINE: _decline,
    MailCommand.START: _start,
    MailCommand.REMATCH: _rematch,
    MailCommand.EXTEND: _extend,
    MailCommand.YES: _yes,
    MailCommand.NO: _no,
    MailCommand.SAY: _say,
    MailCommand.NOTE: _note,
    MailCommand.RECORD: _record,
}
# Replies to a letter that asks about no hand: here, coming back is confirmed in other words.
TABLE_HANDLERS = {**HANDLERS, MailCommand.BACK: _back}


def asks_back(asked: CommandContext, command: Command) -> Result | None:
    """For commands that affect others: asks the sender to confirm, and does nothing before that.

    What the game can't do any more isn't worth a confirmation; it is refused at once.
    """
    if command.kind not in BINDING or _is_past(asked.game, command):
        return None
    held = tied(command, asked.game)
    if held is None:
        return None  # refused, with the reason
    details = {**held.as_details(), "binds": True, "did": "asks", "game": asked.game.pk}
    return Result("asked", TABLE, details, held=True)


def tied(command: Command | None, game: Game | None) -> Command | None:
    """The command as it waits to be confirmed: a “yes” is for the vote of now, and None if there is
    none; more time is for the hand of now.
    """
    if command is not None and command.kind is MailCommand.EXTEND and game is not None:
        return replace(command, text=str(game.hand_number))
    if command is None or command.kind is not MailCommand.YES:
        return command
    wish = open_vote(game) if game is not None else ""
    return replace(command, text=wish) if wish else None


def _is_past(game: Game, command: Command) -> bool:
    """Whether the game has ended, or a start comes too late."""
    if command.kind is MailCommand.START:
        return game.state != Game.State.OPEN
    return game.state in Game.ENDED
