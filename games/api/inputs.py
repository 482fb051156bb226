"""Request bodies, strict in their types and fields."""

from accounts.models import User, Webhook
from accounts.notifications import preferences
from accounts.security import safe_http
from games.api.parsing import Pick, Strict, Text, Truth, Whole


class WaysIn(Strict):
    """The channels for a kind of notice."""

    mail = Truth(required=False)
    site = Truth(required=False)
    push = Truth(required=False)
    hook = Truth(required=False)


def _kinds() -> dict[str, WaysIn]:
    return {kind.slug: WaysIn(required=False) for kind in preferences.optional_kinds()}


ChannelsIn = type("ChannelsIn", (Strict,), {**_kinds(), "__doc__": "By kind of notice."})


class NoticePreferencesIn(Strict):
    """Your notification preferences."""

    channels = ChannelsIn(required=False)
    remind_hours = Whole(
        min_value=1,
        max_value=preferences.MAX_REMINDER_HOURS,
        required=False,
        allow_null=True,
        help_text="Hours before the deadline; null: when a fifth of the time is left.",
    )
    digest = Pick(User.Digest.choices, required=False)
    digest_hour = Whole(
        min_value=0, max_value=23, required=False, help_text="For the daily digest."
    )


class HookIn(Strict):
    """A webhook to add: its URL and format."""

    url = Text(
        max_length=safe_http.MAX_URL_LENGTH,
        shape={"format": "uri", "pattern": "^https://"},
        help_text="https only, on a public host.",
    )
    format = Pick(
        Webhook.Format.choices,
        default=Webhook.Format.TIDEWEB,
        help_text="Your own program, or a chat service that shows what it is sent.",
    )
