"""Answers to `show` where no card is asked for: the table as it stands."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notifications.kinds import Letter
from games.game_view import GameView, seating_of
from games.mail import letter_frame, reply_headers, waiting_hands
from games.models import Game, InboundMail
from games.services.mail import reply_addresses


def letter(
    user: User, mail: InboundMail, game_id: int, back_to: str, left: list[str]
) -> Letter | None:
    """The table as this person may see it; None before the game begins, or if they don't play.

    If the open hand asks them, replies go to the address of that hand, else to `back_to`. `left`:
    sentences about other lines of the mail.
    """
    view = next(iter(waiting_hands.seen_by(user, [game_id])), None)
    if view is None or not view.table:
        return None
    more = _asking(user, view) if view.may_answer else letter_frame.table(view)
    found = letter_frame.letter(
        "mail_answer",
        view,
        more.pop("reply_to", back_to),
        title=_("The table as it stands"),
        paragraphs=left,
        table=True,
        **more,
    )
    return replace(found, headers={**found.headers, **reply_headers.as_answer(mail)})


def _asking(user: User, view: GameView) -> dict[str, Any]:
    """What the open hand asks, with the address for answers."""
    if view.hand is None:
        return {}
    to = reply_addresses.reply_address_for(user, view.hand)
    return {**letter_frame.asking(view, view.hand, reply_to=to), "owes": True, "reply_to": to}


def not_begun(game: Game | None) -> list[str]:
    """Who sits at a table whose game has not begun; empty for others."""
    if game is None or game.state != Game.State.OPEN:
        return []
    return [_("It has not begun yet."), who_sits(game)]


def who_sits(game: Game) -> str:
    """Who sits at a table, and how many seats it has."""
    names = [name for name in seating_of(game, None).names if name != "—"]
    words = _("At the table: %(people)s. It has %(seats)s seats.")
    return words % {"people": ", ".join(names), "seats": game.seat_count}
