"""A friend without an account, who comes by the link of a table."""

from django.db import transaction

from accounts.models import User
from accounts.people import new_accounts
from games.models import Game
from games.refusals import Refused
from games.services.lobby import tables


def join(
    code: str,
    *,
    link: str,
    name: str = "",
    entropy: str = "",
    language: str = "en",
    zone: str = "UTC",
) -> tuple[User, Game]:
    """Makes a guest account for somebody who came by the link, and seats it with these words for
    the deck. Returns both.

    Raises `Refused`, and `ValidationError` for a name that is not allowed; then no account is
    made.
    """
    if not link:
        raise Refused("unknown_game")
    with transaction.atomic():
        guest = new_accounts.make_guest(language, zone, name)
        return guest, tables.join(guest, code, link=link, entropy=entropy)
