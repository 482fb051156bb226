"""A person's notification settings in a letter, and how to change them by replying."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.notifications import digests, eligibility, render
from accounts.notifications.kinds import Letter
from games.mail import reply_headers
from games.mail.command_words import quoted
from games.models import InboundMail
from games.services.mail import reply_addresses
from games.wording.base import Fact


def letter(user: User, mail: InboundMail, *, changed: bool) -> Letter:
    """All settings that can be changed by mail, with their values and an example of a change."""
    good = reply_addresses.is_good(mail.address)
    first = _("Changed. This is how it stands now.") if changed else _("This is how it stands.")
    more = _("Reply with one of the lines in quotation marks, with your own words in it.")
    return digests.of_entries(
        _("Your settings"),
        [
            {
                "title": _("Everything else"),
                "url": render.absolute(reverse("profile")),
                "call": _("On the settings page:"),
            }
        ],
        reply_addresses.address_of(mail.address) if good else "",
        reply_headers.as_answer(mail),
        about_mail=True,
        paragraphs=[first, more],
        ways=ways(user),
    )


def ways(user: User) -> list[Fact]:
    """For each setting the line that changes it, and its value."""
    now = _("now: %(what)s")
    return [Fact(quoted(line), now % {"what": what}) for line, what in _each(user)]


def _each(user: User) -> list[tuple[str, str]]:
    return [
        (_("settings letters daily 18"), _rhythm(user)),
        (_("settings reminder 3 hours"), _reminder(user)),
        (_("settings quiet 22:00-07:00"), _quiet(user)),
        (_("settings language English"), str(dict(settings.LANGUAGES)[user.language])),
        (_("settings zone Amsterdam"), user.zone),
        (_("settings strict on"), _on(user.strict_mail)),
        (_("settings receipts off"), _on(eligibility.wishes(user, "mail_receipt"))),
        (_("settings name Anna"), user.name),
    ]


def _on(wanted: bool) -> str:
    return _("on") if wanted else _("off")


def _rhythm(user: User) -> str:
    if user.digest == User.Digest.DAILY:
        return _("one e-mail a day, at %(hour)s:00") % {"hour": user.digest_hour}
    return str(User.Digest(user.digest).label)


def _reminder(user: User) -> str:
    if user.remind_hours is None:
        return _("a reminder when a fifth of the time is left")
    text = ngettext(
        "a reminder %(hours)s hour before",
        "a reminder %(hours)s hours before",
        user.remind_hours,
    )
    return text % {"hours": user.remind_hours}


def _quiet(user: User) -> str:
    if user.quiet_from is None or user.quiet_to is None:
        return _("no quiet hours")
    return f"{user.quiet_from:%H:%M}\N{EN DASH}{user.quiet_to:%H:%M}"
