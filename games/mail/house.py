"""The letter that answers a mail to the address that our letters are from."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import letters, when
from accounts.kinds import Letter
from accounts.models import Notice, User
from games import selectors
from games.mail import frame
from games.models import Hand
from games.services import replying

MOST = 12  # hands


def answer(notice: Notice) -> Letter:
    """That nobody reads that address, and where each hand that waits can be answered."""
    user = notice.recipient
    waiting = _waiting(user) if user is not None else []
    said = _(
        "Your mail answered a letter that asks nothing, so it changed nothing, and nobody has read "
        "it."
    )
    more = _("No hand waits for you now.")
    if waiting:
        more = _(
            "These hands wait for you. Answer the letter about each of them, or as it says here."
        )
    elif user is None:
        more = _("Whoever wrote to you about a table can be asked by a mail of your own.")
    first = {"title": _("This address asks nothing"), "text": f"{said} {more}"}
    subject = _("Your mail to %(domain)s") % {"domain": settings.MAIL_DOMAIN}
    entries = {"entries": [first, *waiting]}
    return letters.write("digest", subject, entries, {"Auto-Submitted": "auto-replied"})


def _waiting(user: User) -> list[dict[str, Any]]:
    hands = selectors.waiting_for(user).select_related("game")[:MOST]
    return [_entry(user, hand) for hand in hands]


def _entry(user: User, hand: Hand) -> dict[str, Any]:
    until = when.moment(getattr(hand, "until", hand.deadline))
    return {
        "title": hand.game.name,
        "text": _("Your move, until %(until)s.") % {"until": until},
        "url": frame.address(hand.game),
        "reply": replying.reply_address_for(user, hand),
    }
