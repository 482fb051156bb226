"""`undo` takes back what the last mail to the same address did, if possible.

An answer is replaced by the previous one, if that also came by mail and nothing happened in
between; a plan and a setting likewise, unless they were changed on the page since. A note is
deleted only if that mail wrote it and nothing has changed it since. A first answer can't be taken
back, as on the page and in the API: its clock would start again, perhaps with time that a time bank
has already regained; the others would see that somebody wavers; and a waiting hand must never lose
an answer.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import User
from games import selectors
from games.mail.inbound import execute, settings_command
from games.mail.inbound.commands import Command, CommandContext, MailCommand
from games.mail.inbound.table_commands import HAD_KEPT, HAD_SEAT, TABLE, not_done
from games.models import Game, InboundMail, Seat
from games.refusals import Refused
from games.services.hands import plans
from games.services.lobby import tables
from games.services.mail import inbox, loaded_mails
from games.services.mail.inbox import Result
from games.services.people import vacations
from games.services.seats import absence, votes
from games.services.talk import notes

Details = dict[str, Any]


class Stands(Exception):
    """It was changed again since, and what somebody chose last is not replaced unasked."""


def undo(mail: InboundMail, user: User, asked: CommandContext | None = None) -> Result:
    """Takes back what the previous mail did, of those for the table that this one names, if any; or
    says why it can't be.
    """
    did = [_dated(each, inbox.result_of(each)) for each in inbox.done_before(mail)]
    if asked is not None:
        did = [each for each in did if each.get("named", asked.game.pk) == asked.game.pk]
    if did and "also" in did[0]:  # a vacation, say, which locks them all, and in order
        loaded_mails.lock_games(mail.address, everywhere=True)
    return _undone(user, did, asked, mail.received_at)


def undo_line(mail: InboundMail, number: int, asked: CommandContext) -> Result:
    """Takes back what the last line with this number did, in mails about several hands."""
    mails = inbox.done_before(mail, ("lines",))
    did = [
        _dated(each, line["said"])
        for each in mails
        for line in inbox.result_of(each).get("lines", [])
        if _is_of(line, number)
    ]
    return _undone(asked.user, did, asked, mail.received_at)


def _dated(mail: InboundMail, details: Details) -> Details:
    """What a mail did, with when it came and when it was read."""
    return {**details, "came": mail.received_at, "read": mail.settled_at}


def _is_of(line: Details, number: int) -> bool:
    return line.get("number") == number and line["outcome"] in inbox.WITH_EFFECT


def _undone(user: User, done: list[Details], asked: CommandContext | None, at: datetime) -> Result:
    if not done:
        return Result("refused", TABLE, {"did": "undo", "why": "nothing"})
    result = _taken_back(user, done[0], done, asked, at)
    also = done[0].get("also", {})
    if also.get("outcome", "undone") not in set(inbox.WITH_EFFECT) - {"undone"}:
        return result
    beside = {**also["said"], "came": done[0]["came"], "read": done[0]["read"]}
    other = _taken_back(user, beside, [beside], asked, at)
    if result.outcome == "refused" and other.outcome == "undone":
        result = replace(result, outcome="undone")
    return execute.with_also(result, other, also["line"])


def _taken_back(
    user: User,
    details: Details,
    done: list[Details],
    asked: CommandContext | None,
    at: datetime,
) -> Result:
    try:
        if details.get("did") == "answer" and asked is not None:
            return _answer(asked, done)
        back = BACK.get(details.get("did", ""))
        if back is None:
            return Result("refused", TABLE, {"did": "undo", "why": "stands"})
        back(user, details, asked.game.code if asked is not None else "", at)
    except Stands:
        return Result("refused", TABLE, {"did": "undo", "why": "stands"})
    except Refused as refused:
        return not_done(refused)
    return Result("undone", TABLE, {"did": "undone"})


def _answer(asked: CommandContext, done: list[Details]) -> Result:
    """Restores the previous answer, if the one to take back directly replaced it."""
    last, *others = done
    others = [details for details in others if details.get("did") == "answer"]
    # The same answer once more changed nothing.
    before = next((each for each in others if _state(each) != _state(last)), last)
    apart = last["changes"] - before["changes"]  # 0: only what the card is to do is another
    here = before is not last and before["hand"] == last["hand"]
    if not last["changes"] and not here:
        return Result("refused", TABLE, {"did": "undo", "why": "first"})
    if not here or apart not in (0, 1) or _present(asked) != _state(last):
        raise Stands
    text = f"{before['notation']} {before.get('follow', '')}".strip()
    return execute.carry_out(asked, Command(MailCommand.ANSWER, text))


def _state(details: Details) -> tuple[int, str]:
    """How often the answer was changed by then, and what its card was to do."""
    return details["changes"], details.get("follow", "")


def _present(asked: CommandContext) -> tuple[int, str] | None:
    """The same of the answer to this hand as it is now; None if it has none."""
    seat = selectors.access.seat_of(asked.game, asked.user)
    if asked.hand is None or seat is None:
        return None
    own = selectors.observations.own_bid(asked.game, asked.hand, seat.index)
    follow = selectors.hands.plans.follow_of(asked.game, asked.hand, seat.index)
    return (own.changes, follow) if own is not None else None


def _code(details: Details, code: str) -> str:
    return Game.objects.get(pk=details["game"]).code if "game" in details else code


def _leave(user: User, details: Details, code: str, at: datetime) -> None:
    """Gives up the seat that the mail took, which is kept again if it was; not one that was taken
    since."""
    code = _code(details, code)
    seat = Seat.objects.filter(game__code=code, user=user).first()
    if details.get("had") == HAD_SEAT:
        raise Stands
    _check_not_since(details, seat.joined_at if seat else None, at)
    tables.leave(user, code, given_at=at, keep=details.get("had") == HAD_KEPT)


def _check_not_since(details: Details, moment: datetime | None, at: datetime) -> None:
    """Raises `Stands` if it was done anew after the mail that is to be taken back. What was done
    even after the “undo” is for the services to refuse."""
    if moment is not None and details["read"] < moment <= at:
        raise Stands


def _unvote(user: User, details: Details, code: str, at: datetime) -> None:
    """Withdraws the vote, unless it was counted meanwhile (the game is paused or over then), or was
    given anew."""
    game = Game.objects.get(code=_code(details, code))
    own = selectors.seats.occupancy.votes_that_count(game).filter(seat__user=user)
    given = own.filter(wish=details["wish"]).first()
    if given is None:
        raise Stands
    _check_not_since(details, given.at, at)
    votes.unvote(user, game.code, details["wish"], given_at=at)


def _unwrite(user: User, details: Details, code: str, _at: datetime) -> None:
    when = details["came"], details["read"]
    if not notes.take_back(user, _code(details, code), details["number"], *when):
        raise Stands


def _unbook(user: User, details: Details, _code: str, _at: datetime) -> None:
    booked = user.vacations.filter(first=details["first"], last=details["last"]).first()
    vacations.cancel(user, booked.pk if booked else 0)


def _replan(user: User, details: Details, code: str, at: datetime) -> None:
    """Brings back the plan before, unless that is not known or another was made since."""
    game = Game.objects.get(code=_code(details, code))
    plan = execute.plan_of(user, game)
    if "before" not in details or (plan.text if plan else "") != details["text"]:
        raise Stands
    plans.write(user, game.code, details["before"], given_at=at)


def _reset(user: User, details: Details, _code: str, _at: datetime) -> None:
    if not settings_command.change_back(user, details["values"]):
        raise Stands


def _back(user: User, details: Details, code: str, at: datetime) -> None:
    code = _code(details, code)
    seat = Seat.objects.filter(game__code=code, user=user).first()
    _check_not_since(details, seat.absent_since if seat else None, at)
    absence.back(user, code, given_at=at)


# `at` is when the “undo” came: what its sender has decided since stands.
BACK: dict[str, Callable[[User, Details, str, datetime], None]] = {
    "joined": _leave,
    "rematch": _leave,
    "opened": _leave,
    "voted": _unvote,
    "note": _unwrite,
    "vacation": _unbook,
    "plan": _replan,
    "no_plan": _replan,
    "settings": _reset,
    "pass": _back,
}
