"""Answers mail to the address in our From header."""

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.notifications import digests
from accounts.notifications.kinds import Letter
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.mail import own_tables, waiting_hands
from games.models import Invitation
from games.services.mail import invitation_replies


def answer(notice: Notice) -> Letter:
    """Says that nobody reads that address, and lists the hands that wait for the sender."""
    invitations = Invitation.objects.select_related("game", "sent_by")
    if (asked := invitations.filter(pk=notice.facts.get("asked", 0)).first()) is not None:
        with translation.override(asked.sent_by.language):
            return _of_invited(asked)
    user = notice.recipient
    hands = list(selectors.lobby.lists.waiting_for(user)) if user is not None else []
    listed, rest = hands[: waiting_hands.MAX_HANDS], hands[waiting_hands.MAX_HANDS :]
    sheet = waiting_hands.of_hands(user, listed) if user is not None else waiting_hands.Sheet([])
    first_sentence = _(
        "You replied to an e-mail that doesn’t ask you anything. Your reply changed nothing, and "
        "nobody has read it."
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
    entries = [first, *sheet.entries, *([own_tables.beyond(len(rest))] if rest else [])]
    return digests.of_entries(subject, entries, sheet.reply_to, headers)


def _of_invited(asked: Invitation) -> Letter:
    """To somebody without an account whose answer to an invitation did nothing: why, and what to
    do.
    """
    to, names = "", {"name": isolated(asked.sent_by.name)}
    why = _(
        "The invitation has expired, or the game has begun without you, so your answer changed "
        "nothing. Write to %(name)s if you would like to be invited again."
    )
    if (seated := invitation_replies.seated_by(asked)) is not None:
        names["seated"] = isolated(seated.name)
        why = _(
            "You have a seat at that table already, as %(seated)s, so your answer changed nothing. "
            "Go on in the browser in which you sat down. If that wasn’t you, write to %(name)s."
        )
    elif invitation_replies.is_open(asked):
        to = invitation_replies.address_of(asked)
        why = _(
            "We couldn’t read your answer to %(name)s, so it changed nothing. Reply to this e-mail "
            "with just “accept” or “decline”."
        )
    title = _("Your answer to the invitation")
    entry = {"title": title, "text": why % names}
    return digests.of_entries(title, [entry], to, {"Auto-Submitted": "auto-replied"})
