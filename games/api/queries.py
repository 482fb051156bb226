"""Query strings, strict in their parameters."""

from rest_framework import serializers

from accounts.notifications.channels.names import CHANNELS
from games.api.parsing import MAX_INTEGER, Strict


class NoticesQuery(Strict):
    """Filter and paging for notices."""

    channel = serializers.ChoiceField(
        list(CHANNELS), required=False, help_text="`site`: in-app notices."
    )
    before = serializers.IntegerField(
        min_value=0, max_value=MAX_INTEGER, default=0, help_text="The last id of the previous page."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
