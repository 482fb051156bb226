"""The kinds of notices that have nothing to do with a game."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice, Webhook
from accounts.notifications import digests, reconfirm_address, render, webhooks
from accounts.notifications.channels.names import HOOK, MAIL, SITE
from accounts.notifications.kinds import Brief, Kind, Letter, register


def ping_briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    """Briefs for a test ping that somebody sent to their webhook."""
    text = _("It works: we call this webhook whenever there is news for you.")
    return [Brief(_("Ping"), text, reverse("ways")) for _notice in notices]


def off_briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    """Briefs about a webhook that was disabled; None once it is enabled again."""
    keys = [notice.facts.get("hook") for notice in notices]
    off = Webhook.objects.filter(pk__in=keys).exclude(disabled_at=None).in_bulk()
    return [_off(off[key]) if key in off else None for key in keys]


def _off(hook: Webhook) -> Brief:
    text = _(
        "%(host)s no longer accepts what we send, so we’ve stopped calling it. A ping "
        "switches it back on; what happens until then isn’t sent."
    )
    return Brief(_("A webhook is off"), text % {"host": hook.host}, reverse("ways"))


def briefly(notice: Notice) -> Letter | None:
    """A letter that repeats the brief, for kinds without a letter of their own."""
    brief = (ping_briefs if notice.kind == webhooks.PING else off_briefs)([notice])[0]
    if brief is None:
        return None
    entry = {"title": brief.title, "text": brief.text, "url": render.absolute(brief.path)}
    return digests.of_entries(brief.title, [entry])


KINDS = (
    Kind(
        digests.KIND,
        gettext_lazy("several things in one e-mail"),
        digests.compose,
        optional=False,
        ways=(MAIL,),
    ),
    Kind(
        reconfirm_address.KIND,
        gettext_lazy("confirming your address again"),
        reconfirm_address.compose,
        optional=False,
        why=gettext_lazy(
            "We only send one when you ask in your settings whether e-mails reach you again."
        ),
        ways=(MAIL,),
        prompt=True,
    ),
    Kind(
        webhooks.PING,
        gettext_lazy("a ping to a webhook"),
        briefly,
        optional=False,
        briefs=ping_briefs,
        ways=(HOOK,),
    ),
    Kind(
        webhooks.OFF,
        gettext_lazy("a webhook that was switched off"),
        briefly,
        optional=False,
        briefs=off_briefs,
        ways=(SITE,),
    ),
)


def register_kinds() -> None:
    for kind in KINDS:
        register(kind)
