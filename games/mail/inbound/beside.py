"""One command next to an answer: one result tells what became of both, and which lines are left."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.mail.inbound import execute
from games.mail.inbound.asked import Asked
from games.mail.inbound.commands import Command, Wish
from games.mail.inbound.understanding import Understood
from games.services.mail.inbox import WITH_EFFECT, Result


def with_command(asked: Asked, result: Result, command: Command, line: str) -> Result:
    """Carries out the command, too. If only that did something, it is what `undo` is about."""
    other = execute.carry_out(asked, command)
    alone = result.outcome not in WITH_EFFECT and other.outcome in WITH_EFFECT
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
    if found.beside is None:
        return {}
    command = found.beside.command
    wish = {"wish": command.wish.value, "text": command.text, "days": command.days}
    return {"beside": {**wish, "line": found.beside.line}}


def confirmed(asked: Asked, result: Result, details: Mapping[str, Any]) -> Result:
    """Carries out the command that a held mail had next to its answer."""
    if "beside" not in details:
        return result
    wished = details["beside"]
    command = Command(Wish(wished["wish"]), wished["text"], wished["days"])
    return with_command(asked, result, command, wished["line"])
