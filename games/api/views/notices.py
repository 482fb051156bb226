"""Notices: preferences, and past notices with their delivery status."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError as BadWish
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Notice, User
from accounts.notifications import in_app, preferences, status_text, summaries
from accounts.notifications.channels.names import SITE
from games.api import inputs, notice_outputs, queries
from games.api.base import BaseApiView, asked, nothing_in, parsed, person
from games.api.paging import going_on
from games.api.schema import examples
from games.api.schema.description import operation


class NoticePreferencesView(BaseApiView):
    @operation(
        "wishes",
        notice_outputs.NoticePreferencesOut,
        says="Your notification preferences",
        example=examples.WISHES,
    )
    def get(self, request: Request) -> Response:
        return Response(_wishes(person(request)))

    @operation(
        "change_wishes",
        notice_outputs.NoticePreferencesOut,
        scope="account",
        says="Change some notification preferences; omitted ones stay as they are",
        takes=inputs.NoticePreferencesIn,
        given={"channels": {"your_move": {"push": False}}, "digest": "daily", "digest_hour": 18},
        example=examples.WISHES,
    )
    def patch(self, request: Request) -> Response:
        wish, user = dict(parsed(inputs.NoticePreferencesIn, request)), person(request)
        ways = wish.pop("channels", {})
        try:
            preferences.change_rhythm(user, **{**_rhythm(user), **wish})
        except BadWish as error:
            raise exceptions.ValidationError(error.message_dict) from None
        chosen = {(kind, way): on for kind, row in ways.items() for way, on in row.items()}
        preferences.choose(user, chosen)
        return Response(_wishes(user))


def _rhythm(user: User) -> dict[str, Any]:
    return {name: getattr(user, name) for name in ("remind_hours", "digest", "digest_hour")}


def _wishes(user: User) -> dict[str, Any]:
    return {
        "channels": {row.kind.slug: row.wanted for row in preferences.table(user)},
        **_rhythm(user),
    }


class NoticesView(BaseApiView):
    @operation(
        "my_notices",
        notice_outputs.NoticesOut,
        says="Your notices with their delivery status, newest first",
        query=queries.NoticesQuery,
        example={"notices": [examples.NOTICE], "unread": 1},
    )
    def get(self, request: Request) -> Response:
        query, user = asked(queries.NoticesQuery, request), person(request)
        rows = Notice.objects.filter(recipient=user).select_related("digest", "recipient")
        if "channel" in query:
            on_page = query["channel"] == SITE
            rows = rows.filter(shown=True) if on_page else rows.filter(channel=query["channel"])
        if query["before"]:
            rows = rows.filter(pk__lt=query["before"])
        found = list(rows.order_by("-id")[: query["limit"] + 1])
        notices = found[: query["limit"]]
        briefs = summaries.briefs(notices)
        told = [_notice(notice, brief) for notice, brief in zip(notices, briefs, strict=True)]
        more = {"before": notices[-1].pk} if len(found) > len(notices) else {}
        return going_on(request, {"notices": told, "unread": in_app.unread(user)}, **more)


def _notice(notice: Notice, brief: Any) -> dict[str, Any]:
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "channel": notice.channel,
        "shown": notice.shown,
        "title": brief.title if brief else status_text.label(notice),
        "text": brief.text if brief else "",
        "url": settings.SITE_URL + brief.path if brief else None,
        "true": brief is not None and brief.true,
        "state": notice.state,
        "reason": status_text.reason(notice),
        "created_at": notice.created_at,
        "send_after": notice.send_after,
        "finished_at": notice.finished_at,
        "read_at": notice.read_at,
    }


class ReadView(BaseApiView):
    @operation(
        "read_notices",
        None,
        scope="account",
        says="Mark all in-app notices as read",
        status=204,
    )
    def post(self, request: Request) -> Response:
        nothing_in(request)
        in_app.mark_read(person(request))
        return Response(status=204)
