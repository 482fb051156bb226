"""Commands on people, and on letters to them."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts import roles
from accounts.models import Notice, new_message_id
from games.refusals import Refused
from games.services import leaving, nudge
from games.services.moderation.terms import Deed, Facts

MOST_DAYS = 3650


def warn(deed: Deed) -> Facts:
    """A word to the person, which stays in the log; nothing else changes."""
    if not deed.given.text.strip():
        raise Refused("no_reason", {"reasons": []})
    return {}


def mute(deed: Deed) -> Facts:
    """For so many days their words (invitations, names of tables) reach nobody."""
    return _until(deed, "muted_until")


def suspend(deed: Deed) -> Facts:
    """For so many days they neither play nor look around; they see why, and until when."""
    if roles.role_of(deed.somebody):
        raise Refused("is_staff")
    return _until(deed, "suspended_until")


def _until(deed: Deed, column: str) -> Facts:
    if not 1 <= deed.given.days <= MOST_DAYS:
        raise Refused("bad_days", most=MOST_DAYS, given=deed.given.days)
    before = _plain(deed, column)
    until = timezone.now() + timedelta(days=deed.given.days)
    _set(deed, **{column: until})
    return {"days": deed.given.days, "before": before, "until": until.isoformat()}


def _set(deed: Deed, **columns: datetime | None) -> None:
    for name, at in columns.items():
        setattr(deed.somebody, name, at)
    deed.somebody.save(update_fields=[*columns])


def _plain(deed: Deed, column: str) -> str | None:
    at = getattr(deed.somebody, column)
    return at.isoformat() if at else None


def _moment(plain: str | None) -> datetime | None:
    return datetime.fromisoformat(plain) if plain else None


def unmute(deed: Deed, facts: Facts) -> None:
    """As long as they were muted before, if they were."""
    _put_back(deed, facts, "muted_until")


def unsuspend(deed: Deed, facts: Facts) -> None:
    """As long as they were suspended before, if they were."""
    _put_back(deed, facts, "suspended_until")


def _put_back(deed: Deed, facts: Facts, column: str) -> None:
    """What held before it, unless somebody has decided anew since: then that holds.

    Entries of the log from before `until` was kept there are believed.
    """
    if "until" in facts and facts["until"] != _plain(deed, column):
        raise Refused("cannot_undo")
    _set(deed, **{column: _moment(facts.get("before"))})


BINDING = {"muted": "muted_until", "suspended": "suspended_until"}


def lift(deed: Deed) -> Facts:
    """Ends whatever this person is muted or suspended by."""
    if not (deed.somebody.is_muted or deed.somebody.is_suspended):
        raise Refused("nothing_to_lift")
    before = {name: _plain(deed, column) for name, column in BINDING.items()}
    _set(deed, **dict.fromkeys(BINDING.values()))
    return before


def bind_again(deed: Deed, facts: Facts) -> None:
    """What was lifted holds again, for as long as it would have."""
    if not facts or any(getattr(deed.somebody, column) for column in BINDING.values()):
        raise Refused("cannot_undo")
    _set(deed, **{column: _moment(facts[name]) for name, column in BINDING.items()})


def set_role(deed: Deed) -> Facts:
    """Gives the person a role of the staff below one's own, or (empty) none."""
    role = deed.given.role
    if role and role not in roles.ROLES:
        raise Refused("unknown_role", {"roles": list(roles.ROLES)}, known=", ".join(roles.ROLES))
    if roles.rank(role) >= roles.rank_of(deed.actor):
        raise Refused("outranked")
    return {"role": role, "before": roles.set_role(deed.somebody, role)}


def put_role_back(deed: Deed, facts: Facts) -> None:
    """The role that the person had before, unless they have got another one since."""
    if roles.role_of(deed.somebody) != facts["role"]:
        raise Refused("cannot_undo")
    roles.set_role(deed.somebody, facts["before"])


def forget(deed: Deed) -> Facts:
    """Takes the person's data away, as they could by themselves."""
    leaving.forget_locked(deed.somebody)
    return {}


def send_again(deed: Deed) -> Facts:
    """Puts a letter that was sent, or could not be, into the outbox once more.

    As a mail of its own: programs that have seen its Message-ID would drop it silently.  Whether
    it is wished, and true still, is asked again when it is sent.
    """
    notice = Notice.objects.select_for_update(no_key=True).get(pk=deed.letter)
    if notice.state == Notice.State.QUEUED:
        raise Refused("queued_already")
    before = notice.state
    notice.state, notice.reason, notice.attempts = Notice.State.QUEUED, "", 0
    notice.message_id, notice.send_after = new_message_id(), timezone.now()
    notice.leased_until = notice.finished_at = notice.unsure_at = None
    notice.save()
    nudge.deliver()
    return {"letter": notice.pk, "before": before}
