"""Past notices with their delivery status."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Notice, User
from accounts.notifications import in_app, quiet_hours, status_text, summaries
from accounts.notifications.channels.names import CHANNELS, SITE
from accounts.security import cursors
from accounts.security.shuffled_numbers import meant, shown
from games.api.base import BaseApiView, asked, person
from games.api.paging import going_on
from games.api.parsing import MAX_INTEGER, CursorText, Pick, Strict
from games.api.schema.description import operation
from games.refusals import Refused
from games.selectors import page_header


class NoticesQuery(Strict):
    """Filter and paging for notices."""

    channel = Pick(list(CHANNELS), required=False, help_text="`site`: in-app notices.")
    before = serializers.IntegerField(
        min_value=0, max_value=MAX_INTEGER, default=0, help_text="The id of a notice of yours."
    )
    cursor = CursorText(help_text="As in the address of the next page; goes before `before`.")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class NoticeOut(serializers.Serializer[Any]):
    """A notice; it never contains a card or a bid."""

    id = serializers.IntegerField(help_text="Its own, in no order.")
    kind = serializers.CharField()
    channel = serializers.CharField(help_text="How it is delivered; `site`: only in-app.")
    shown = serializers.BooleanField(help_text="Whether it also appears in-app.")
    title = serializers.CharField()
    text = serializers.CharField(help_text="Its times are in your time zone.")
    url = serializers.CharField(allow_null=True)
    true = serializers.BooleanField(help_text="Whether it still holds.")
    state = serializers.ChoiceField(Notice.State.choices)
    reason = serializers.CharField(help_text="The reason for this status, in words.")
    created_at = serializers.DateTimeField()
    send_after = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class NoticesOut(serializers.Serializer[Any]):
    """A page of notices, newest first."""

    notices = NoticeOut(many=True)
    unread = serializers.IntegerField(
        help_text="Unread in-app notices, without those whose reader has done what they ask for; "
        f"{page_header.MAX_UNREAD} stands for so many or more."
    )


NOTICE = {
    "id": 4711,
    "kind": "your_move",
    "channel": "mail",
    "shown": True,
    "title": "Your move",
    "text": "Turn the Tide, Schiermonnikoog: until Sat 21 Nov, 18:42",
    "url": "https://play.example.org/g/k7m2xq9wphdz/",
    "true": True,
    "state": "sent",
    "reason": "",
    "created_at": "2026-11-20T18:42:00Z",
    "send_after": "2026-11-20T18:42:00Z",
    "finished_at": "2026-11-20T18:42:01Z",
    "read_at": None,
}


class NoticesView(BaseApiView):
    @operation(
        "my_notices",
        NoticesOut,
        says="Your notices with their delivery status, newest first",
        query=NoticesQuery,
        refusals=["bad_cursor"],
        example={"notices": [NOTICE], "unread": 1},
    )
    def get(self, request: Request) -> Response:
        query, user = asked(NoticesQuery, request), person(request)
        rows = Notice.objects.filter(recipient=user).select_related("digest", "recipient")
        if "channel" in query:
            on_page = query["channel"] == SITE
            rows = rows.filter(shown=True) if on_page else rows.filter(channel=query["channel"])
        if query["cursor"]:
            rows = rows.filter(pk__lt=_number_in(query["cursor"], user))
        elif query["before"]:
            rows = rows.filter(pk__lt=_own_number(user, query["before"]))
        found = list(rows.order_by("-id")[: query["limit"] + 1])
        notices = found[: query["limit"]]
        with quiet_hours.at_home(user):
            briefs = summaries.briefs(notices)
            told = [_notice(notice, brief) for notice, brief in zip(notices, briefs, strict=True)]
        # No id: the notice may be withdrawn until the next page is read.
        more = {"cursor": _cursor(notices[-1], user)} if len(found) > len(notices) else {}
        unread = page_header.masthead(user).unread
        return going_on(request, {"notices": told, "unread": unread}, **more)


def _cursor(last: Notice, user: User) -> str:
    return cursors.seal((0, 0, last.pk), _whose(user))


def _number_in(cursor: str, user: User) -> int:
    position = cursors.unseal(cursor, _whose(user))
    if position is None:
        raise Refused("bad_cursor")
    return position[2]


def _whose(user: User) -> str:
    return f"notices of {user.pk}"


def _own_number(user: User, before: int) -> int:
    """The number of their notice that is shown under this one. Raises `Refused` ("bad_cursor") for
    any other: by trying those one would learn how many notices of others lie between two of them.
    """
    found = Notice.objects.filter(recipient=user, pk=meant(before)).first()
    if found is None:
        raise Refused("bad_cursor")
    return found.pk


def _notice(notice: Notice, brief: Any) -> dict[str, Any]:
    return {
        "id": shown(notice.pk),
        "kind": notice.kind,
        "channel": notice.channel,
        "shown": notice.shown,
        "title": brief.title if brief else status_text.title(notice),
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
    @operation("read_notices", None, scope="account", says="Mark all in-app notices as read")
    def post(self, request: Request) -> None:
        in_app.mark_read(person(request))
