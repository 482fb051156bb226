"""Request bodies, strict in their types and fields."""

from typing import Any

from django.conf import settings

from accounts.models import User, Webhook
from accounts.notifications import preferences
from accounts.security import safe_http
from games.api.parsing import Clock, Day, Pick, Strict, Text, Truth, Whole, Word
from games.models import Seat
from games.plans import MAX_BYTES
from games.rules.registry import RULESETS


class ProfileIn(Strict):
    """Your name, time zone, language and quiet hours."""

    name = Text(max_length=30, required=False)
    zone = Text(max_length=40, required=False, help_text="IANA name, such as Europe/Amsterdam.")
    language = Pick(settings.LANGUAGES, required=False)
    quiet_from = Clock(required=False, allow_null=True, help_text="22:00; null for none.")
    quiet_to = Clock(required=False, allow_null=True, help_text="07:00; at most 12 hours later.")


class BotIn(Strict):
    """The name of a bot."""

    name = Text(max_length=24, help_text="“(bot)” is appended.")


class DeletionIn(Strict):
    """Confirmation that it is you, and that you mean it."""

    name = Text(max_length=30, help_text="Your name, as confirmation.")
    password = Text(max_length=1024, trim_whitespace=False)
    code = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        default="",
        help_text="Code of your second factor, if you have one.",
    )


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


class VacationIn(Strict):
    """Days on which your clocks are stopped; first and last are included."""

    first = Day()
    last = Day()


_BEGINS: dict[str, Any] = {
    "required": False,
    "allow_blank": True,
    "trim_whitespace": False,
    "shape": {"maxLength": MAX_BYTES},
}
_OPENINGS = {slug: Text(max_length=64 * 1024, **_BEGINS) for slug in sorted(RULESETS)}
# Built with `type`, since slugs of games aren't Python identifiers.
OpeningsIn = type("OpeningsIn", (Strict,), {**_OPENINGS, "__doc__": "By game; empty: none."})


class PreferencesIn(Strict):
    """Your defaults for seats that you take from now on."""

    policy = Word(Seat.Policy.choices, required=False, help_text="If you miss a hand.")
    ask_forced = Truth(required=False, help_text="Ask even if only one answer is possible.")
    openings = OpeningsIn(required=False, help_text="Default plans.")
