"""The commands of moderators (docs/moderating.md): each with preview, reason, notice and undo.

Doors call `preview`, `carry_out` and `undo`; what there is stands in `COMMANDS`.
"""

from games.services.moderation.commands import COMMANDS, commands_on
from games.services.moderation.doing import (
    Done,
    Effect,
    carry_out,
    check,
    check_undo,
    preview,
    preview_undo,
    undo,
)
from games.services.moderation.terms import REASONS, Command, Given

__all__ = [
    "COMMANDS",
    "REASONS",
    "Command",
    "Done",
    "Effect",
    "Given",
    "carry_out",
    "check",
    "check_undo",
    "commands_on",
    "preview",
    "preview_undo",
    "undo",
]
