"""Commands on chat messages."""

from accounts.operation import database_clock
from games.models import Message
from games.refusals import Refused
from games.services.moderation.command_types import Action, Facts


def hide(action: Action) -> Facts:
    """Hides the words of a message from everybody at the table. That its author wrote something
    still shows."""
    message = _message(action, action.given.message)
    if message.hidden_at is not None:
        raise Refused("not_hidden")
    message.hidden_at = database_clock.now()
    message.save(update_fields=["hidden_at"])
    return {"message": message.number}


def show_again(action: Action, facts: Facts) -> None:
    """Undoes `hide`."""
    message = _message(action, facts["message"])
    if message.hidden_at is None:
        raise Refused("not_hidden")
    message.hidden_at = None
    message.save(update_fields=["hidden_at"])


def _message(action: Action, number: int) -> Message:
    found = Message.objects.filter(game=action.table, number=number).first()
    if found is None:
        raise Refused("not_hidden")
    return found


def hidden_in(game_id: int) -> list[int]:
    """The numbers of the hidden messages of a game."""
    rows = Message.objects.filter(game=game_id).exclude(hidden_at=None).order_by("number")
    return list(rows.values_list("number", flat=True))
