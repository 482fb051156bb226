"""What the API is asked in addresses, strict in its parameters."""

from rest_framework import serializers

from accounts.notifications.channels.names import CHANNELS
from accounts.security import cursors
from games.api.fields import Flag, Strict, Text, Word
from games.api.inputs import FAR
from games.models import Game
from games.rules.registry import RULESETS

CURSOR = "^[a-z0-9]{0,12}$"


class SeatsQuery(Strict):
    """Where the list goes on."""

    before = serializers.IntegerField(
        min_value=1, max_value=2**62, required=False, default=None, help_text="As in `next`."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class LinkQuery(Strict):
    """What opens a table that is not public."""

    link = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="The token of an invitation.",
    )


class LogQuery(LinkQuery):
    """Where the log goes on."""

    after = serializers.IntegerField(
        min_value=0, max_value=FAR, default=0, help_text="The last entry that you have."
    )
    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)


class StreamQuery(Strict):
    """From where on."""

    after = Text(
        max_length=cursors.LENGTH,
        required=False,
        allow_blank=True,
        default="",
        shape={"pattern": f"^([A-Za-z0-9_-]{{{cursors.LENGTH}}})?$"},
        help_text="The `cursor` or an `id` of before; without it, from now on.",
    )


class EventsQuery(StreamQuery):
    """From where on, and for how long it may take."""

    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)
    wait = serializers.IntegerField(
        min_value=0,
        max_value=30,
        default=0,
        help_text="How many seconds the answer may take if nothing has happened yet.",
    )


class PageQuery(Strict):
    """Where a list goes on."""

    cursor = Text(
        max_length=12,
        required=False,
        allow_blank=True,
        default="",
        shape={"pattern": CURSOR},
        help_text="As in `next`.",
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class NoticesQuery(Strict):
    """Which notices."""

    channel = serializers.ChoiceField(
        list(CHANNELS), required=False, help_text="site: all that stand behind the bell."
    )
    before = serializers.IntegerField(
        min_value=0, max_value=FAR, default=0, help_text="The last id of the page before."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class GamesQuery(PageQuery):
    """Which games."""

    state = serializers.ChoiceField(
        [Game.State.OPEN, Game.State.RUNNING, Game.State.OVER], required=False
    )
    ruleset = Word(sorted(RULESETS), required=False)
    mine = Flag(default=False, help_text="Only games in which you sit.")
    player = Text(
        max_length=60,
        required=False,
        allow_blank=True,
        default="",
        help_text="Only games in which somebody of this name sits.",
    )
    free = serializers.IntegerField(
        min_value=0, max_value=10, default=0, help_text="Open tables with so many free seats."
    )


class ChatQuery(LinkQuery):
    """Where the talk goes on, backwards."""

    before = serializers.IntegerField(
        min_value=1, max_value=FAR, required=False, default=None, help_text="As in `next`."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=30)
