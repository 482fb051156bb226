"""Carries out a command from a mail by the services; returns the result for the letter about it.

One command may stand next to an answer: then one result tells what became of both, and which lines
are left.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from accounts.notifications import recipients
from accounts.people import vacations
from games import selectors
from games.mail.inbound import table_commands
from games.mail.inbound.commands import Command, CommandContext, MailCommand
from games.mail.inbound.understanding import Understood
from games.models import Bid, Game, InboundMail
from games.refusals import Refused
from games.selectors.hands.plans import OwnPlan
from games.services.hands import asides, bidding, plans
from games.services.mail import inbox
from games.services.mail.inbox import Result
from games.services.people import vacations as away
from games.services.seats import absence
from games.wording import why_not

RECEIPT, REFUSED, HELP, STATE = "mail_receipt", "mail_refused", "mail_help", "mail_state"
HELD, LINES = "mail_held", "mail_lines"
OVERTAKEN = Result("overtaken", STATE, {"why": "overtaken"})
# Outcomes of commands that were carried out.
GOOD = frozenset((*inbox.WITH_EFFECT, "shown", "helped"))


def carry_out(asked: CommandContext, command: Command) -> Result:
    """Carries out a command; a refused one changes nothing."""
    try:
        return HANDLERS[command.kind](asked, command)
    except bidding.TooLate:
        return Result("late", STATE, {"why": "late"})
    except bidding.Overtaken:
        return OVERTAKEN
    except Refused as refused:
        return not_done(refused, _why_not(asked, command) if refused.code == "illegal" else "")


def _why_not(asked: CommandContext, command: Command) -> str:
    """Why this answer isn't possible, as its game says."""
    seat = selectors.access.seat_index(asked.game, asked.user)
    seen = selectors.observations.observation_for(asked.game, seat)
    return why_not(asked.game.ruleset, seen, command.text)


def once(mail: InboundMail, result: Result, words: str, command: str = "") -> Result:
    """The result; without a letter if the same words, or the same command without any, were
    answered in the same way before, perhaps to a machine.

    After a few mails that did nothing, further ones are mentioned in the next letter; mails that
    strangers may have sent are counted separately.
    """
    said = [str(result.details.get(name, "")) for name in ("did", "why", "code")]
    about = [str(mail.address_id), command, result.outcome, *said]
    if result.outcome == "asked":
        about.append(str(inbox.answers_given(mail)))
    likeness = inbox.likeness(":".join(about), words)
    letter = "" if inbox.said_before(likeness) else result.letter
    vain = result.outcome != "unproven" and inbox.writes_in_vain(mail.address.user_id)
    return replace(result, letter=letter, likeness=likeness, quiet=vain)


def unproven(mail: InboundMail, words: str = "") -> Result:
    """Nothing is done, nor kept: the mail may be forged."""
    return once(mail, Result("unproven", HELD), words)


def not_done(refused: Refused, why: str = "") -> Result:
    """A refusal, in the active language, which is the sender's, and why.

    The letter lists the legal answers in a form that is no answer by itself.
    """
    details = {"message": f"{refused.message_in_letter} {why}".strip(), "code": refused.code}
    return Result("refused", REFUSED, details)


def _answer(asked: CommandContext, command: Command) -> Result:
    if asked.hand is None:
        raise Refused("stale_hand", given="", open=asked.game.hand_number)
    act = command.text.casefold().strip(" .!")
    if act.isalpha() and act in _asides(asked):
        asides.do_aside(
            asked.user, asked.game.code, act,
            hand_number=asked.hand.number, given_at=asked.written_at,
        )  # fmt: skip
        return Result("applied", RECEIPT, {"did": "aside", "act": act})
    receipt = bidding.place_bid(
        asked.user, asked.game.code, asked.hand.number, command.text,
        via=Bid.Via.MAIL, given_at=asked.came_at,
    )  # fmt: skip
    recipients.is_there(asked.user)
    details = {
        "did": "answer", "hand": receipt.hand, "notation": receipt.bid, "follow": receipt.follow,
        "salt": receipt.salt, "digest": receipt.digest, "changes": receipt.changes,
        "placed_at": receipt.placed_at.isoformat(),
    }  # fmt: skip
    # The first answer by mail, and a changed one, are confirmed at once.
    certain = command.plain and not receipt.changes and asked.user.answered_at is not None
    return Result("applied", RECEIPT, details, certain=certain)


def _asides(asked: CommandContext) -> list[str]:
    return selectors.observations.asides_for(
        asked.game, selectors.access.seat_index(asked.game, asked.user)
    )


def _plan(asked: CommandContext, command: Command) -> Result:
    before = _left(plan_of(asked.user, asked.game))
    done = plans.write(asked.user, asked.game.code, command.text, given_at=asked.came_at)
    answered = {"answered": done.tried.hand} if done.tried and done.tried.answered else {}
    details = {"did": "plan", "text": command.text, "before": before, **answered}
    return Result("planned", RECEIPT, details | _meaning(done))


def _no_plan(asked: CommandContext, command: Command) -> Result:
    before = _left(plan_of(asked.user, asked.game))
    done = plans.clear(asked.user, asked.game.code, given_at=asked.came_at)
    details = {"did": "no_plan", "text": "", "before": before}
    return Result("unplanned", RECEIPT, details | _meaning(done))


def _meaning(done: plans.Written) -> dict[str, Any]:
    return {name: found for name in ("waits", "stays") if (found := getattr(done, name))}


def plan_of(user: User, game: Game) -> OwnPlan | None:
    """This person's plan at this table."""
    seat = selectors.access.seat_of(game, user)
    return selectors.hands.plans.own_plan(game, seat) if seat is not None else None


def _left(plan: OwnPlan | None) -> str:
    """What a plan has yet to answer; in its writer's words if it has answered nothing so far."""
    if plan is None:
        return ""
    return plan.left if plan.done else plan.text


def _pass(asked: CommandContext, command: Command) -> Result:
    absence.pass_to_bot(asked.user, asked.game.code, given_at=asked.came_at)
    return Result("passed", RECEIPT, {"did": "pass"})


def _back(asked: CommandContext, command: Command) -> Result:
    absence.back(asked.user, asked.game.code, given_at=asked.came_at)
    return Result("back", RECEIPT, {"did": "back"})


def _vacation(asked: CommandContext, command: Command) -> Result:
    return book(asked.user, command.days, asked.came_at)


def book(user: User, days: int, asked_at: datetime) -> Result:
    """Books vacation from today, until this many days from when it was asked for are over.
    Raises `Refused`.
    """
    if not days:
        raise Refused("vacation_empty")
    first = vacations.today(user)
    last = vacations.today(user, asked_at) + timedelta(days=days - 1)
    if last < first:
        raise Refused("vacation_past")
    away.book(user, first, last, asked_at)
    details = {"did": "vacation", "first": first.isoformat(), "last": last.isoformat()}
    return Result("vacation", RECEIPT, details)


def _show(asked: CommandContext, command: Command) -> Result:
    return Result("shown", STATE, {"why": "asked"})


def _help(asked: CommandContext, command: Command) -> Result:
    return Result("helped", HELP, {"why": "asked"})


HANDLERS: dict[MailCommand, Callable[[CommandContext, Command], Result]] = {
    MailCommand.ANSWER: _answer,
    MailCommand.PLAN: _plan,
    MailCommand.NO_PLAN: _no_plan,
    MailCommand.PASS: _pass,
    MailCommand.BACK: _back,
    MailCommand.VACATION: _vacation,
    MailCommand.SHOW: _show,
    MailCommand.HELP: _help,
    **table_commands.HANDLERS,
}


# ------------------------------------------------------------------ beside an answer


def with_command(asked: CommandContext, result: Result, command: Command, line: str) -> Result:
    """Carries out the command, too. If only that did something, it is what `undo` is about."""
    other = carry_out(asked, command)
    alone = result.outcome not in inbox.WITH_EFFECT and other.outcome in inbox.WITH_EFFECT
    outcome = other.outcome if alone else result.outcome
    return with_also(replace(result, outcome=outcome), other, line)


def with_also(result: Result, other: Result, line: str) -> Result:
    """The result, with that of the command in this line. The letter about both doesn't wait."""
    also = {"line": line, "outcome": other.outcome, "said": other.details}
    return replace(result, details={**result.details, "also": also}, certain=False)


def with_left(result: Result, lines: Sequence[str]) -> Result:
    """The result, with the lines that look like commands and were not carried out."""
    if not lines:
        return result
    return replace(result, details={**result.details, "left": list(lines)}, certain=False)


def kept(found: Understood) -> dict[str, Any]:
    """What a held mail says besides its answer, as it is stored."""
    if found.second is None:
        return {}
    return {"beside": {**found.second.command.as_details(), "line": found.second.line}}


def confirmed(asked: CommandContext, result: Result, details: Mapping[str, Any]) -> Result:
    """Carries out the command that a held mail had next to its answer."""
    if "beside" not in details:
        return result
    second = details["beside"]
    return with_command(asked, result, Command.stored_in(second), second["line"])
