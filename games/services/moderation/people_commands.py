"""Commands on people, and on letters to them."""

from datetime import datetime, timedelta

from accounts.models import Notice, new_message_id
from accounts.operation import database_clock
from accounts.staff import roles
from games.refusals import Refused
from games.services import wake_workers
from games.services.moderation.command_types import Action, Facts
from games.services.people import erasure

MAX_DAYS = 3650


def warn(action: Action) -> Facts:
    """A word to the person, which stays in the log; nothing else changes."""
    if not action.given.text.strip():
        raise Refused("no_reason", {"reasons": []})
    return {}


def mute(action: Action) -> Facts:
    """For so many days their words (invitations, names of tables) reach nobody."""
    return _until(action, "muted_until")


def suspend(action: Action) -> Facts:
    """For so many days they neither play nor look around; they see why, and until when."""
    if roles.role_of(action.somebody):
        raise Refused("is_staff")
    return _until(action, "suspended_until")


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
    """As long as they were muted before, if they were."""
    _put_back(action, facts, "muted_until")


def unsuspend(action: Action, facts: Facts) -> None:
    """As long as they were suspended before, if they were."""
    _put_back(action, facts, "suspended_until")


def _put_back(action: Action, facts: Facts, column: str) -> None:
    """What held before it, unless somebody has decided anew since: then that holds.

    Entries of the log from before `until` was kept there are believed.
    """
    if "until" in facts and facts["until"] != _plain(action, column):
        raise Refused("cannot_undo")
    _set(action, **{column: _moment(facts.get("before"))})


BINDING = {"muted": "muted_until", "suspended": "suspended_until"}


def lift(action: Action) -> Facts:
    """Ends whatever this person is muted or suspended by."""
    if not (action.somebody.is_muted or action.somebody.is_suspended):
        raise Refused("nothing_to_lift")
    before = {name: _plain(action, column) for name, column in BINDING.items()}
    _set(action, **dict.fromkeys(BINDING.values()))
    return before


def bind_again(action: Action, facts: Facts) -> None:
    """What was lifted holds again, for as long as it would have."""
    if not facts or any(getattr(action.somebody, column) for column in BINDING.values()):
        raise Refused("cannot_undo")
    _set(action, **{column: _moment(facts[name]) for name, column in BINDING.items()})


def set_role(action: Action) -> Facts:
    """Gives the person a role of the staff below one's own, or (empty) none."""
    role = action.given.role
    if role and role not in roles.ROLES:
        raise Refused("unknown_role", {"roles": list(roles.ROLES)}, known=", ".join(roles.ROLES))
    if roles.rank(role) >= roles.rank_of(action.actor):
        raise Refused("outranked")
    return {"role": role, "before": roles.set_role(action.somebody, role)}


def put_role_back(action: Action, facts: Facts) -> None:
    """The role that the person had before, unless they have got another one since."""
    if roles.role_of(action.somebody) != facts["role"]:
        raise Refused("cannot_undo")
    roles.set_role(action.somebody, facts["before"])


def forget(action: Action) -> Facts:
    """Takes the person's data away, as they could by themselves."""
    erasure.forget_locked(action.somebody)
    return {}


def send_again(action: Action) -> Facts:
    """Puts a letter that was sent, or could not be, into the outbox once more.

    As a mail of its own: programs that have seen its Message-ID would drop it silently.  Whether
    it is wished, and true still, is asked again when it is sent.
    """
    notice = Notice.objects.select_for_update(no_key=True).get(pk=action.letter)
    if notice.state == Notice.State.QUEUED:
        raise Refused("queued_already")
    before = notice.state
    notice.state, notice.reason, notice.attempts = Notice.State.QUEUED, "", 0
    notice.message_id, notice.send_after = new_message_id(), database_clock.now()
    notice.leased_until = notice.finished_at = notice.unsure_at = None
    notice.save()
    wake_workers.deliver()
    return {"letter": notice.pk, "before": before}
