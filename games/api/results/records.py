"""The record of a finished game, and the export of all that the caller may see, one per line."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from threading import BoundedSemaphore
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import selectors
from games.api.base import BaseApiView, LinkQuery, asked, game_by_link, known_ruleset, viewer
from games.api.caching import kept_for_ever
from games.api.parsing import CursorText, Flag, Strict, Text, Word
from games.api.schema import examples, typed_games
from games.api.schema.description import operation
from games.models import Game
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.selectors.access import Viewer
from games.selectors.results import records
from games.selectors.results.records import Cursor, Found, RecordsWanted

NDJSON = "application/x-ndjson"
MAX_RECORDS = 100_000
# Concurrent downloads: they can take long, and a web process has few threads.
DOWNLOAD_SLOTS = BoundedSemaphore(2)
WAIT = 5  # seconds
BUNDLE = 64 * 1024  # characters per chunk


class RecordView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "record",
        typed_games.union("Record"),
        says="The record of a finished game (docs/records.md), for replay and verification",
        query=LinkQuery,
        refusals=["record_running", "game_cancelled"],
        anybody=True,
        example=examples.RECORDS,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        public = game.visibility == Game.Visibility.PUBLIC
        return kept_for_ever(request, selectors.observations.record_of(game), public=public)


LINES = "".join(
    json.dumps(record, separators=(",", ":")) + "\n" for record in examples.RECORDS.values()
)


class Moment(serializers.DateTimeField):
    """A date and time with its zone, or a date, which means midnight UTC."""

    default_error_messages = {
        "invalid": gettext_lazy(
            "This must be a date, such as 2026-12-24, or a moment, such as 2026-12-24T18:42:00Z."
        )
    }

    def default_timezone(self) -> tzinfo:
        return UTC

    def to_internal_value(self, value: Any) -> datetime:
        found: datetime = super().to_internal_value(value)
        return found.astimezone(UTC)


class RecordsQuery(Strict):
    """Filters and paging for records."""

    ruleset = Word(sorted(RULESETS), required=False, default="")
    since = Moment(required=False, default=None, help_text="Games that ended then or later.")
    until = Moment(required=False, default=None, help_text="Games that ended before then.")
    rated = Flag(required=False, default=None, allow_null=True, help_text="Only rated or unrated.")
    player = Text(
        required=False, default="", max_length=30, help_text="The name of one of the players."
    )
    cursor = CursorText(help_text="From the header `Link`.")
    after = Text(
        max_length=12,
        required=False,
        default="",
        shape={"pattern": "^[a-z0-9]{1,12}$"},
        help_text="The `id` of the last complete record you have, if the connection broke.",
    )
    limit = serializers.IntegerField(min_value=1, max_value=MAX_RECORDS, default=1000)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["cursor"] and data["after"]:
            raise serializers.ValidationError({"after": [_("Give a cursor or this, not both.")]})
        return data


class RecordsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "records",
        str,
        media=NDJSON,
        says="The records of finished games that you may see, one per line, oldest first",
        query=RecordsQuery,
        refusals=["bad_cursor", "unknown_ruleset", "unknown_person"],
        anybody=True,
        example=LINES,
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        query, looks = asked(RecordsQuery, request), viewer(request)
        found = records.records_behind(looks, _wanted(query), _cursor(query, looks), query["limit"])
        answer = StreamingHttpResponse(Export(found), NDJSON)
        here = replace_query_param(_without_after(request), "cursor", records.sealed(found.end))
        answer["Link"] = f'<{here}>; rel="next"'
        answer["X-Accel-Buffering"] = "no"
        return answer


def _wanted(query: dict[str, Any]) -> RecordsWanted:
    return RecordsWanted(
        known_ruleset(query["ruleset"]) if query["ruleset"] else "",
        query["since"],
        query["until"],
        query["rated"],
        selectors.access.player_named(query["player"]) if query["player"] else None,
    )


def _cursor(query: dict[str, Any], looks: Viewer) -> Cursor:
    cursor: Cursor | None = records.BEGINNING
    if query["cursor"]:
        cursor = records.opened(query["cursor"])
    elif query["after"]:
        cursor = records.cursor_of(looks, query["after"])
    if cursor is None:
        raise Refused("bad_cursor")
    return cursor


def _without_after(request: Request) -> str:
    query = request._request.GET.copy()
    query.pop("after", None)
    return request.build_absolute_uri("?" + query.urlencode())


class Export:
    """Iterates over the lines in chunks; occupies a download slot until it is closed."""

    held = False

    def __init__(self, found: Found) -> None:
        if not DOWNLOAD_SLOTS.acquire(blocking=False):
            raise exceptions.Throttled(wait=WAIT)
        self.held, self.bundles = True, _bundled(found.lines())

    def __iter__(self) -> Iterator[bytes]:
        return self.bundles

    def close(self) -> None:
        """Frees the slot, however the download ended."""
        if self.held:
            self.held = False
            DOWNLOAD_SLOTS.release()

    # Some servers drop a response without closing it; this frees its slot too.
    __del__ = close


def _bundled(lines: Iterator[str]) -> Iterator[bytes]:
    bundle, size = [], 0
    for line in lines:
        bundle.append(line)
        size += len(line)
        if size >= BUNDLE:
            yield ("\n".join(bundle) + "\n").encode()
            bundle, size = [], 0
    if bundle:
        yield ("\n".join(bundle) + "\n").encode()
