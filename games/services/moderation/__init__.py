"""The commands of moderators (docs/moderating.md), each with preview, reason, notice and undo.

Entry points call `preview`, `carry_out` and `undo`; `COMMANDS` lists all commands.
"""

from games.services.moderation.command_types import REASONS, Command, CommandInput
from games.services.moderation.commands import COMMANDS, commands_on
from games.services.moderation.execution import (
    Done,
    Effect,
    carry_out,
    check,
    check_undo,
    preview,
    preview_undo,
    undo,
)

__all__ = [
    "COMMANDS",
    "REASONS",
    "Command",
    "CommandInput",
    "Done",
    "Effect",
    "carry_out",
    "check",
    "check_undo",
    "commands_on",
    "preview",
    "preview_undo",
    "undo",
]
