"""What a moderator was shown, signed, so that only exactly that is carried out.

It covers who looked, the command and its target, all input, the state before and after, the
letters, and the latest log entry about the same target; so it can be used only once.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.core import signing

from accounts.models import User
from accounts.operation import database_clock
from games.refusals import Refused
from games.services.moderation.command_types import CommandInput

SALT = "games.services.moderation.previewed"
GOOD_FOR = 1  # full hours after the one in which it was made
UNTIL = "until"
MOVING = ("deadline", "muted", "suspended")  # their new values depend on the minute
WHOSE = ("actor", "what")
Seen = dict[str, Any]


def seen(
    actor: User,
    what: str,
    given: CommandInput,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    besides: Mapping[str, Any],
) -> Seen:
    """Everything a preview shows, as plain JSON. `what` names the command and its target;
    `besides` holds the letters and the latest log entry."""
    still = {name: value for name, value in after.items() if name not in MOVING}
    parts = {
        "actor": actor.pk,
        "what": what,
        "given": asdict(given),
        "before": before,
        "after": still,
        "besides": besides,
    }
    plain: Seen = json.loads(json.dumps(parts, default=str))
    return plain


def signed(shown: Seen) -> str:
    """The signed token, which the page returns.

    It contains the hour only, so that two previews of the same effect are identical and a
    comparison of pages finds every other difference.
    """
    return _signer().sign_object({**shown, UNTIL: _hour() + GOOD_FOR}, compress=True)


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT)


def _hour() -> int:
    """Hours since the epoch."""
    return int(database_clock.now().timestamp()) // 3600


def check(token: str, now: Seen) -> None:
    """Raises `Refused` unless what would be done now is what was shown.

    The hint of "preview_changed" lists each difference: part, name, and the values then and now.
    """
    try:
        shown: Seen = _signer().unsign_object(token)
    except signing.BadSignature as error:
        raise Refused("preview_gone") from error
    if shown[UNTIL] < _hour():
        raise Refused("preview_gone")
    if any(shown[name] != now[name] for name in WHOSE):
        raise Refused("preview_gone")
    if changed := differences(shown, now):
        raise Refused("preview_changed", {"changed": changed})


def differences(shown: Seen, now: Seen) -> list[dict[str, Any]]:
    """What differs from what was shown, part by part."""
    return [
        {"part": part, "name": name, "was": shown[part].get(name), "now": now[part].get(name)}
        for part in ("given", "before", "after", "besides")
        for name in sorted({*shown[part], *now[part]})
        if shown[part].get(name) != now[part].get(name)
    ]
