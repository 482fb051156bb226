"""Notices as an Atom feed, by Django's syndication framework: briefs only, never a card."""

from io import StringIO

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notifications import eligibility, in_app, render
from accounts.text.bidi_isolation import isolated

MAX_ENTRIES = 100  # what an hour at sixty tables may bring, since most readers ask once an hour


def write(user: User) -> bytes:
    """The latest in-app notices of this person, in their language. Byte-identical until there is
    something new, so that the ETag holds.
    """
    with eligibility.at_home(user).at_home():
        told = in_app.entries(user, list(in_app.of(user)[:MAX_ENTRIES]))
        newest = told[0].notice.created_at if told else user.date_joined
        feed = _Feed(
            title=_("Tideweb: notices for %(name)s") % {"name": isolated(user.name)},
            link=render.absolute(reverse("in_app")),
            description="",
            language=user.language,
            feed_guid=_tag(f"person/{user.pk}"),
            author_name="Tideweb",
            newest=newest,
        )
        for entry in told:
            feed.add_item(
                title=entry.title,
                link=render.absolute(entry.brief.path if entry.brief else reverse("in_app")),
                description=escape(entry.brief.text) if entry.brief else "",  # it is HTML
                unique_id=_tag(f"notice/{entry.notice.message_id}"),
                pubdate=entry.notice.created_at,
                updateddate=entry.notice.created_at,
            )
    out = StringIO()
    feed.write(out, "utf-8")
    return out.getvalue().encode()


class _Feed(Atom1Feed):
    """`updated` is the time of the newest notice, not of the request, so the feed is stable."""

    def latest_post_date(self):  # type: ignore[no-untyped-def]
        return self.feed["newest"]


def _tag(what: str) -> str:
    """A permanent `tag:` URI (RFC 4151)."""
    return f"tag:{settings.MAIL_DOMAIN},2026:{what}"
