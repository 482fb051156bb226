"""What a moderator was shown, signed, so that nothing else is carried out on the strength of it.

It covers who looked, at which command on what, all that was filled in, how things stood and
would stand, the letters, and the last deed about the same in the log: so it serves once.
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
GOOD_FOR = 1  # hours, after that in which it was made
UNTIL = "until"
MOVING = ("deadline", "muted", "suspended")  # what becomes of them depends on the minute
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
    """All that a preview shows, as plain JSON; `what` names the command and what it is about,
    `besides` are the letters and the last deed."""
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
    """For the page, which gives it back.

    Of the time it says the hour only: two previews of the same are the same, so that a
    comparison of pages finds whatever else would be in it.
    """
    return _signer().sign_object({**shown, UNTIL: _hour() + GOOD_FOR}, compress=True)


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT)


def _hour() -> int:
    """Hours since the epoch."""
    return int(database_clock.now().timestamp()) // 3600


def check(token: str, now: Seen) -> None:
    """Raises `Refused` unless what would be done now is what was shown.

    The hint of "preview_changed" names each difference: in which part, which, was, and now.
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
    """What is not as it was shown, part by part."""
    return [
        {"part": part, "name": name, "was": shown[part].get(name), "now": now[part].get(name)}
        for part in ("given", "before", "after", "besides")
        for name in sorted({*shown[part], *now[part]})
        if shown[part].get(name) != now[part].get(name)
    ]
