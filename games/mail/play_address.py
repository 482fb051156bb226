"""Answers mail to the address in our From header."""

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.notifications import digests
from accounts.notifications.kinds import Letter
from games import selectors
from games.mail import waiting_hands

MAX_HANDS = 12


def answer(notice: Notice) -> Letter:
    """Says that nobody reads that address, and lists the hands that wait for the sender."""
    user = notice.recipient
    hands = (
        selectors.lobby.lists.waiting_for(user).select_related("game")[:MAX_HANDS] if user else []
    )
    sheet = waiting_hands.of_hands(user, hands) if user is not None else waiting_hands.Sheet([])
    first_sentence = _(
        "You replied to an e-mail that asks nothing. Your reply changed nothing, and nobody has "
        "read it."
    )
    more = _("No hand is waiting for you now.")
    if sheet.entries:
        more = _("These hands are waiting for you. You can answer them by replying to this e-mail.")
    elif user is None:
        more = _(
            "If somebody wrote to you about a table, write to them directly. To answer an "
            "invitation from us, reply with just “accept” or “decline”."
        )
    first = {"title": _("Nobody reads e-mails to this address"), "text": f"{first_sentence} {more}"}
    subject = _("Your e-mail to %(domain)s") % {"domain": settings.MAIL_DOMAIN}
    headers = {"Auto-Submitted": "auto-replied"}
    entries = [first, *sheet.entries]
    return digests.of_entries(subject, entries, sheet.reply_to, headers)
