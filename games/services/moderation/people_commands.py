"""Commands on people, and on letters to them."""

from datetime import datetime, timedelta

from accounts.models import Notice, next_message_id
from accounts.operation import database_clock
from accounts.security import roles
from games.refusals import Refused
from games.services import wake_workers
from games.services.moderation.command_types import Action, Facts
from games.services.people import erasure
from games.services.seats import absence

MAX_DAYS = 3650


def warn(action: Action) -> Facts:
    """Sends a warning, which stays in the log. Nothing else changes."""
    if not action.given.text.strip():
        raise Refused("no_reason", {"reasons": []})
    return {}


def mute(action: Action) -> Facts:
    """For that many days their words (chat, notes, invitations, names of tables) reach nobody."""
    return _until(action, "muted_until")


def suspend(action: Action) -> Facts:
    """For that many days they can't use the site; they see why, and until when."""
    if roles.role_of(action.somebody):
        raise Refused("is_staff")
    facts = _until(action, "suspended_until")
    absence.keep_missed_seats(action.somebody)
    return facts


def _until(action: Action, column: str) -> Facts:
    if not 1 <= action.given.days <= MAX_DAYS:
        raise Refused("bad_days", most=MAX_DAYS, given=action.given.days)
    before = _plain(action, column)
    until = database_clock.now() + timedelta(days=action.given.days)
    _set(action, **{column: until})
    return {"days": action.given.days, "before": before, "until": until.isoformat()}


def _set(action: Action, **columns: datetime | None) -> None:
    for name, at in columns.items():
        setattr(action.somebody, name, at)
    action.somebody.save(update_fields=[*columns])


def _plain(action: Action, column: str) -> str | None:
    at = getattr(action.somebody, column)
    return at.isoformat() if at else None


def _moment(plain: str | None) -> datetime | None:
    return datetime.fromisoformat(plain) if plain else None


def unmute(action: Action, facts: Facts) -> None:
    """Undoes `mute`: an earlier mute holds again."""
    _put_back(action, facts, "muted_until")


def unsuspend(action: Action, facts: Facts) -> None:
    """Undoes `suspend`: an earlier suspension holds again."""
    _put_back(action, facts, "suspended_until")
    wake_workers.deliver()  # what has waited for it to end


def _put_back(action: Action, facts: Facts, column: str) -> None:
    """Restores the earlier date, unless somebody has changed it since.

    Log entries that are older than `until` are restored without that check.
    """
    if "until" in facts and facts["until"] != _plain(action, column):
        raise Refused("cannot_undo")
    _set(action, **{column: _moment(facts.get("before"))})


BINDING = {"muted": "muted_until", "suspended": "suspended_until"}


def lift(action: Action) -> Facts:
    """Ends any mute or suspension of this person."""
    if not (action.somebody.is_muted or action.somebody.is_suspended):
        raise Refused("nothing_to_lift")
    before = {name: _plain(action, column) for name, column in BINDING.items()}
    _set(action, **dict.fromkeys(BINDING.values()))
    wake_workers.deliver()  # what has waited for it to end
    return before


def bind_again(action: Action, facts: Facts) -> None:
    """Undoes `lift`: what was lifted holds again, as long as it would have.

    Raises `Refused` if somebody has decided anew since, or would suspend a member of staff.
    """
    if not facts or any(getattr(action.somebody, column) for column in BINDING.values()):
        raise Refused("cannot_undo")
    if facts["suspended"] and roles.role_of(action.somebody):
        raise Refused("cannot_undo")
    _set(action, **{column: _moment(facts[name]) for name, column in BINDING.items()})
    if action.somebody.is_suspended:
        absence.keep_missed_seats(action.somebody)


def set_role(action: Action) -> Facts:
    """Gives the person a staff role below one's own, or (empty) none."""
    role = action.given.role
    if role and role not in roles.ROLES:
        raise Refused("unknown_role", {"roles": list(roles.ROLES)}, known=", ".join(roles.ROLES))
    if roles.rank(role) >= roles.rank_of(action.actor):
        raise Refused("outranked")
    if role == roles.role_of(action.somebody):
        raise Refused("same_role")
    return {"role": role, "before": roles.set_role(action.somebody, role)}


def put_role_back(action: Action, facts: Facts) -> None:
    """Undoes `set_role`, unless the role was changed since. Only below one's own, as there."""
    if roles.rank(facts["before"]) >= roles.rank_of(action.actor):
        raise Refused("outranked")
    if roles.role_of(action.somebody) != facts["role"]:
        raise Refused("cannot_undo")
    roles.set_role(action.somebody, facts["before"])


def forget(action: Action) -> Facts:
    """Erases the person's data, as they could themselves."""
    erasure.forget_locked(action.somebody)
    return {}


def send_again(action: Action) -> Facts:
    """Enqueues a letter again that was sent, or could not be sent.

    With a new Message-ID, because mail programs silently drop one they have seen. Whether it is
    still wanted and true is checked when it is sent. A combined letter goes with its parts, a part
    by itself.
    """
    notice = Notice.objects.select_for_update(no_key=True).get(pk=action.letter)
    if notice.state == Notice.State.QUEUED:
        raise Refused("queued_already")
    before = notice.state
    notice.state, notice.reason, notice.attempts = Notice.State.QUEUED, "", 0
    notice.message_id = next_message_id(notice.message_id)
    notice.send_after = database_clock.now()
    notice.leased_until = notice.finished_at = notice.unsure_at = notice.digest = None
    notice.save()
    notice.gathered.update(
        state=Notice.State.QUEUED, reason="", finished_at=None, leased_until=None
    )
    wake_workers.deliver()
    return {"letter": notice.pk, "before": before}
