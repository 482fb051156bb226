"""Storing what somebody prefers at every table they join from now on."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.operation import database_clock
from games import game_secrets, sanctions
from games.models import Opening, Preference
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.services.hands import plans
from games.services.lobby import seat_defaults


def change(
    user: User,
    *,
    policy: str | None = None,
    ask_forced: bool | None = None,
    openings: Mapping[str, str] | None = None,
) -> None:
    """Stores what is given, all of it or nothing. Tables they have already joined don't change.

    `openings`: plans by ruleset, "" for none. Raises `Refused` ("bad_policy", "unknown_ruleset",
    "bad_plan" with ruleset, line and column; "signed_out").
    """
    seat_defaults.check_policy(policy)
    for ruleset, text in (openings or {}).items():
        _check(ruleset, text)
    wish: dict[str, Any] = {"policy": policy, "ask_forced": ask_forced}
    with transaction.atomic():
        sanctions.hold(user)
        if given := {name: value for name, value in wish.items() if value is not None}:
            Preference.objects.update_or_create(user=user, defaults=given)
        for ruleset, text in sorted((openings or {}).items()):
            _keep(user, ruleset, text)


def _check(ruleset: str, text: str) -> None:
    if ruleset not in RULESETS:
        raise Refused("unknown_ruleset", given=ruleset[:40], known=", ".join(sorted(RULESETS)))
    plans.read(ruleset, text)


def _keep(user: User, ruleset: str, text: str) -> None:
    if not text.strip():
        Opening.objects.filter(owner=user, ruleset=ruleset).delete()
        return
    row = Opening(owner=user, ruleset=ruleset)
    game_secrets.seal_opening(row, text)
    fresh = {"sealed": row.sealed, "changed_at": database_clock.now()}
    Opening.objects.update_or_create(owner=user, ruleset=ruleset, defaults=fresh)
