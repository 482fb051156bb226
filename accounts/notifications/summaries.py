"""Briefs: notices in two lines, for the bell, push and webhooks."""

from collections.abc import Sequence

from django.conf import settings

from accounts.models import Notice
from accounts.notifications import prefetch
from accounts.notifications.kinds import KINDS, Brief, Kind


def briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    """One brief for each notice in the active language and zone, None where nothing can be said any
    more. Games and people are read for all of them at once.
    """
    if len(notices) > 1 and not any("batch" in vars(notice) for notice in notices):
        prefetch.link(notices)
    found: dict[int, Brief | None] = {}
    # One kind at a time, so that each prefetch runs once.
    for slug in dict.fromkeys(notice.kind for notice in notices if notice.kind in KINDS):
        places = [place for place, notice in enumerate(notices) if notice.kind == slug]
        found |= zip(places, _of_kind(KINDS[slug], [notices[at] for at in places]), strict=True)
    return [found.get(place) for place in range(len(notices))]


prefetch.register("brief", briefs)


def brief(notice: Notice) -> Brief | None:
    return briefs([notice])[0]


def _of_kind(kind: Kind, notices: Sequence[Notice]) -> Sequence[Brief | None]:
    if kind.briefs is not None:
        return kind.briefs(notices)
    return [_from_letter(kind, notice) for notice in notices]


def _from_letter(kind: Kind, notice: Notice) -> Brief | None:
    """A brief made from the subject of its letter, which never holds a card or a bid."""
    letter = kind.compose(notice)
    if letter is None:
        return None
    path = letter.url.removeprefix(settings.SITE_URL)
    return Brief(kind.one(), letter.subject, path)
