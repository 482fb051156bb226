"""The letter that answers a mail to the address that our letters are from."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.email import render
from accounts.models import Notice, User
from accounts.notifications.kinds import Letter
from accounts.people import date_words
from games import selectors
from games.mail import letter_frame
from games.models import Hand
from games.services.mail import reply_addresses

MAX_HANDS = 12  # hands


def answer(notice: Notice) -> Letter:
    """That nobody reads that address, and where each hand that waits can be answered."""
    user = notice.recipient
    waiting = _waiting(user) if user is not None else []
    said = _(
        "You replied to an e-mail that asks nothing, so it changed nothing, and nobody has read it."
    )
    more = _("No hand waits for you now.")
    if waiting:
        more = _(
            "These hands are waiting for you. Reply to the e-mail about each of them, "
            "or do as it says here."
        )
    elif user is None:
        more = _("If a person wrote to you about a table, write to them directly.")
    first = {"title": _("This address asks nothing"), "text": f"{said} {more}"}
    subject = _("Your e-mail to %(domain)s") % {"domain": settings.MAIL_DOMAIN}
    entries = {"entries": [first, *waiting]}
    return render.write("digest", subject, entries, {"Auto-Submitted": "auto-replied"})


def _waiting(user: User) -> list[dict[str, Any]]:
    hands = selectors.waiting_for(user).select_related("game")[:MAX_HANDS]
    return [_entry(user, hand) for hand in hands]


def _entry(user: User, hand: Hand) -> dict[str, Any]:
    until = date_words.moment(getattr(hand, "until", hand.deadline))
    return {
        "title": hand.game.name,
        "text": _("Your move, until %(until)s.") % {"until": until},
        "url": letter_frame.address(hand.game),
        "reply": reply_addresses.reply_address_for(user, hand),
    }
