"""Reads `settings daily 18` or `settings language de`, and changes that one setting.

What stood before is returned, so that `undo` can bring it back.

The words of all our languages are understood, whatever the sender's.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import time
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.notifications import eligibility, preferences
from accounts.notifications.channels.names import MAIL
from accounts.people import new_accounts, time_zones
from games.refusals import Refused

EVERY_HAND = ("at once", "each", "sofort", "jede", "meteen", "elke")
HOURLY = ("hourly", "an hour", "stündlich", "per uur", "elk uur")
DAILY = ("daily", "a day", "täglich", "dagelijks", "per dag")
OFF = ("off", "no", "none", "aus", "nein", "keine", "uit", "nee", "geen")
ON = ("on", "yes", "an", "ja", "aan")
SPOKEN = {
    "english": "en", "englisch": "en", "engels": "en", "german": "de", "deutsch": "de",
    "duits": "de", "dutch": "nl", "niederländisch": "nl", "nederlands": "nl",
}  # fmt: skip
HOUR = re.compile(r"(?:at |um |om )?([0-9]{1,2})(?::00)?(?: ?h| uhr| uur)?")
CLOCK = r"([0-9]{1,2})(?::([0-9]{2}))?"
QUIET = re.compile(rf"{CLOCK} ?(?:-|–|to|until|bis|tot) ?{CLOCK}")
BEFORE = re.compile(r"([0-9]{1,3}) ?(?:h|hours?|stunden?|uur|uren)?")
Changes = dict[str, Any]
FIELDS = (
    *("name", "language", "zone", "zone_follows", "quiet_from", "quiet_to", "strict_mail"),
    *("remind_hours", "digest", "digest_hour"),
)
RECEIPTS = "receipts"  # beside the fields, the only setting about a kind of letter
OLD_AND_NEW = dict[str, tuple[Any, Any]]


def values_of(user: User) -> Changes:
    """Every setting that can be changed by mail, as JSON can hold it."""
    found = {name: getattr(user, name) for name in FIELDS}
    times = {name: f"{at:%H:%M}" for name, at in found.items() if isinstance(at, time)}
    return {**found, **times, RECEIPTS: eligibility.wishes(user, "mail_receipt")}


def change(user: User, text: str) -> OLD_AND_NEW:
    """Changes the setting that this text names; returns old and new values by name.

    Raises `Refused`; nothing is changed then.
    """
    before = values_of(user)
    _apply(user, text)
    after = values_of(user)
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def change_back(user: User, changed: Mapping[str, Sequence[Any]]) -> bool:
    """Brings the old values back; False, and nothing is done, if they were changed again since."""
    now = values_of(user)
    if any(now[name] != new for name, (_old, new) in changed.items()):
        return False
    old = {name: old for name, (old, _new) in changed.items()}
    if RECEIPTS in old:
        preferences.choose(user, {("mail_receipt", MAIL): old.pop(RECEIPTS)})
    try:
        new_accounts.change_profile(user, **{name: _as_stored(name, old[name]) for name in old})
    except ValidationError:  # somebody else has the old name by now
        return False
    return True


def _as_stored(name: str, value: Any) -> Any:
    quiet = name in ("quiet_from", "quiet_to") and value is not None
    return time.fromisoformat(value) if quiet else value


def _apply(user: User, text: str) -> None:
    first, _blank, rest = " ".join(text.split()).partition(" ")
    content = rest.strip().strip("=:").strip()
    try:
        for words, apply in BY_NAME.items():
            if first.casefold().strip("=:") in words:
                apply(user, content)
                return
        _rhythm(user, text.casefold())
    except ValidationError as fault:
        raise Refused("unread_wish", given=" ".join(fault.messages)[:200]) from None


def _unread(text: str) -> Refused:
    return Refused("unread_wish", given=text[:60])


def _rhythm(user: User, text: str) -> None:
    """Sets the digest; its words need no name in front, since they are unambiguous."""
    content = text.strip(" .!")
    for rhythm, words in (
        (User.Digest.AT_ONCE, EVERY_HAND),
        (User.Digest.HOURLY, HOURLY),
        (User.Digest.DAILY, DAILY),
    ):
        found = next((word for word in words if content.startswith(word)), None)
        if found is not None:
            _keep_rhythm(
                user, digest=rhythm, digest_hour=_hour(user, content[len(found) :].strip())
            )
            return
    raise _unread(text)


def _hour(user: User, text: str) -> int:
    if not text:
        return user.digest_hour
    found = HOUR.fullmatch(text)
    if found is None:
        raise _unread(text)
    return int(found[1])


def _keep_rhythm(user: User, **changes: Any) -> None:
    names = ("remind_hours", "digest", "digest_hour")
    preferences.change_rhythm(user, **{name: getattr(user, name) for name in names} | changes)


def _language(user: User, text: str) -> None:
    words = text.casefold()
    language = SPOKEN.get(words, words)
    if language not in dict(settings.LANGUAGES):
        raise _unread(text)
    new_accounts.change_profile(user, language=language)


def _zone(user: User, text: str) -> None:
    """Sets the time zone by its name or city: `Europe/Amsterdam`, `Amsterdam`."""
    words = text.casefold().replace(" ", "_")
    zones = sorted(time_zones.offered())
    found = [zone for zone in zones if words in (zone.casefold(), zone.casefold().split("/")[-1])]
    if len(found) != 1:
        raise _unread(text)
    new_accounts.change_profile(user, zone=found[0])


def _quiet(user: User, text: str) -> None:
    if text.casefold() in OFF:
        new_accounts.change_profile(user, quiet_from=None, quiet_to=None)
        return
    found = QUIET.fullmatch(text)
    if found is None:
        raise _unread(text)
    start, end = (_clock(found[at], found[at + 1], text) for at in (1, 3))
    new_accounts.change_profile(user, quiet_from=start, quiet_to=end)


def _clock(hours: str, minutes: str | None, text: str) -> time:
    try:
        return time(0 if hours == "24" else int(hours), int(minutes or 0))
    except ValueError:
        raise _unread(text) from None


def _reminder(user: User, text: str) -> None:
    if text.casefold() in OFF:
        _keep_rhythm(user, remind_hours=None)
        return
    found = BEFORE.fullmatch(text.casefold())
    if found is None:
        raise _unread(text)
    _keep_rhythm(user, remind_hours=int(found[1]))


def _strict(user: User, text: str) -> None:
    words = text.casefold()
    if words not in (*ON, *OFF):
        raise _unread(text)
    new_accounts.change_profile(user, strict_mail=words in ON)


def _receipts(user: User, text: str) -> None:
    words = text.casefold()
    if words not in (*ON, *OFF):
        raise _unread(text)
    preferences.choose(user, {("mail_receipt", MAIL): words in ON})


def _name(user: User, text: str) -> None:
    new_accounts.change_profile(user, name=text)


def _letters(user: User, text: str) -> None:
    _rhythm(user, text.casefold())


BY_NAME: dict[tuple[str, ...], Callable[[User, str], None]] = {
    ("letters", "mail", "digest", "briefe", "e-mails", "brieven", "mails"): _letters,
    ("language", "sprache", "taal"): _language,
    ("zone", "timezone", "zeitzone", "tijdzone"): _zone,
    ("quiet", "ruhe", "stil", "stilte"): _quiet,
    ("reminder", "erinnerung", "herinnering"): _reminder,
    ("strict", "streng"): _strict,
    ("receipts", "quittungen", "ontvangstbewijzen", "bestätigungen", "bevestigingen"): _receipts,
    ("name", "naam"): _name,
}
