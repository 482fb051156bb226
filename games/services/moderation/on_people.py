"""Commands on people, and on letters to them."""

from datetime import timedelta

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
    person = deed.somebody
    before = getattr(person, column)
    setattr(person, column, timezone.now() + timedelta(days=deed.given.days))
    person.save(update_fields=[column])
    return {"days": deed.given.days, "before": before.isoformat() if before else None}


def unmute(deed: Deed, facts: Facts) -> None:
    """Ends it at once."""
    deed.somebody.muted_until = None
    deed.somebody.save(update_fields=["muted_until"])


def unsuspend(deed: Deed, facts: Facts) -> None:
    """Ends it at once."""
    deed.somebody.suspended_until = None
    deed.somebody.save(update_fields=["suspended_until"])


def lift(deed: Deed) -> Facts:
    """Ends whatever this person is muted or suspended by."""
    person = deed.somebody
    if not (person.is_muted or person.is_suspended):
        raise Refused("nothing_to_lift")
    person.muted_until = person.suspended_until = None
    person.save(update_fields=["muted_until", "suspended_until"])
    return {}


def set_role(deed: Deed) -> Facts:
    """Gives the person a role of the staff, or (empty) none."""
    role = deed.given.role
    if role and role not in roles.ROLES:
        raise Refused("unknown_role", {"roles": list(roles.ROLES)}, known=", ".join(roles.ROLES))
    if deed.somebody.is_superuser:
        raise Refused("is_operator")
    return {"role": role, "before": roles.set_role(deed.somebody, role)}


def put_role_back(deed: Deed, facts: Facts) -> None:
    """The role that the person had before."""
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
