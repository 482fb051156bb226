"""The kinds of letters that the games send, made known to `accounts` at the start."""

from django.utils.translation import gettext_lazy as _

from accounts.kinds import HIDING, Kind, register
from games import tells
from games.mail import compose

KINDS = (
    Kind("invitation", _("invitations to a table"), compose.invitation),
    Kind("game_started", _("a game that starts"), compose.game_started),
    Kind("your_move", _("your move"), compose.your_move),
    Kind("reminder", _("a reminder when a fifth of the time is left"), compose.reminder),
    Kind("deadline_moved", _("a deadline that moved to later"), compose.deadline_moved),
    Kind("hand_resolved", _("what happened in each hand"), compose.hand_resolved, default=False),
    Kind("missed", _("a hand that you missed"), compose.missed),
    Kind("stage_end", _("the end of a stage"), compose.stage_end),
    Kind("game_over", _("the end of a game"), compose.game_over),
)


def register_kinds() -> None:
    """Called once, when the apps are loaded."""
    for kind in KINDS:
        register(kind)
    HIDING.append(tells.shown_notices)
