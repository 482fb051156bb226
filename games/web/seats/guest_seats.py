"""What becomes of a guest's seats when they sign in to an account."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games.models import Game
from games.refusals import Refused
from games.services.seats import guest_seats


def come_along(request: HttpRequest, guest: User, user: User) -> None:
    """Gives the seats to the account, and says which have come and which have not."""
    try:
        brought = guest_seats.bring(guest, user)
    except Refused as gone:  # the account was deleted at this moment
        messages.error(request, gone.message)
        return
    come = [isolated(each.game.name) for each in brought if each.refused is None]
    if come:
        words = ngettext(
            "Your seat came with you: %(tables)s.",
            "Your seats came with you: %(tables)s.",
            len(come),
        )
        messages.success(request, words % {"tables": ", ".join(come)})
    for game, refused in brought:
        if refused is not None:
            told = {"table": isolated(game.name), "reason": refused.message}
            messages.warning(request, _given_up(game) % told)


def _given_up(game: Game) -> str:
    if game.state == Game.State.CANCELLED:
        return _(
            "Your seat at “%(table)s” couldn’t come with you, and the table is closed. %(reason)s"
        )
    if game.closed:  # with the same deals as others, where nobody may take it
        return _(
            "Your seat at “%(table)s” couldn’t come with you, and a bot plays it now. %(reason)s"
        )
    return _(
        "Your seat at “%(table)s” couldn’t come with you, and others may take it now. %(reason)s"
    )
