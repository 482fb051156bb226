"""Query strings, strict in their parameters."""

from rest_framework import serializers

from accounts.notifications.channels.names import CHANNELS
from accounts.security import cursors
from games.api.parsing import MAX_INTEGER, Strict, Text


class StreamQuery(Strict):
    """Where to start: after a cursor, or with new events only."""

    after = Text(
        max_length=cursors.LENGTH,
        required=False,
        allow_blank=True,
        default="",
        shape={"pattern": f"^([A-Za-z0-9_-]{{{cursors.LENGTH}}})?$"},
        help_text="A `cursor` or `id` from before; by default from now on.",
    )


class EventsQuery(StreamQuery):
    """Where to start, how many events to return, and how long to wait for one."""

    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)
    wait = serializers.IntegerField(
        min_value=0,
        max_value=30,
        default=0,
        help_text="Seconds to wait if there are no events yet.",
    )


class NoticesQuery(Strict):
    """Filter and paging for notices."""

    channel = serializers.ChoiceField(
        list(CHANNELS), required=False, help_text="`site`: in-app notices."
    )
    before = serializers.IntegerField(
        min_value=0, max_value=MAX_INTEGER, default=0, help_text="The last id of the previous page."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
