"""What people had asked for since the backup, and only the lost database knows: to be deleted, not
to be written to, and that a key, a session or an address is no longer good. After a restore it
holds all the same (`games.services.restore`), as do suspensions.
"""

from allauth.idp.oidc.models import Token
from django.contrib.sessions.models import Session
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from accounts.email.unasked_letters import ASKED
from accounts.models import ApiKey, Choice, Feed, PushDevice, Suppression, User
from accounts.security import roles
from games.models import Game, ReplyAddress
from games.services.people import erasure

# What opens something to whoever has the secret, and by which digest. Revoked ones are deleted.
SECRETS = (
    (ApiKey, "digest"),
    (Feed, "digest"),
    (PushDevice, "digest"),
    (Session, "session_key"),
    (Token, "hash"),
)


def carry(old: str) -> int:
    """Erases again whoever was erased there, and stops what was stopped and revokes what was
    revoked there; returns how many people were erased."""
    _carry_suppressions(old)
    _carry_choices(old)
    _carry_revocations(old)
    _carry_suspensions(old)
    back = _people_back(old)
    for person in back:
        roles.set_role(person, "")  # there they had none any more
        erasure.forget(person)
    return len(back)


def _people_back(old: str) -> list[User]:
    """Those erased there and not here. A number alone may be somebody's who signed up since."""
    gone = dict(_erased(old).values_list("pk", "date_joined"))
    here = User.objects.filter(pk__in=list(gone)).exclude(pk__in=_erased("default"))
    return [person for person in here.order_by("pk") if person.date_joined == gone[person.pk]]


def _erased(using: str) -> QuerySet[User]:
    guest = Q(kind=User.Kind.GUEST, is_active=False)
    return User.objects.using(using).filter(Q(email__endswith=erasure.NOWHERE) | guest)


def _carry_suppressions(old: str) -> None:
    there = Suppression.objects.using(old).filter(reason=ASKED)
    rows = [Suppression(address=row.address, reason=ASKED, since=row.since) for row in there]
    Suppression.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["address"],
        update_fields=["reason", "since"],
    )


def _carry_choices(old: str) -> None:
    """Only what is off there: of the rest, too little is better than too much. A table that is gone
    here may have left its number to another."""
    games = {f"game:{pk}" for pk in Game.objects.values_list("pk", flat=True)}
    people = dict(User.objects.values_list("pk", "date_joined"))
    for row in Choice.objects.using(old).filter(wanted=False).select_related("user"):
        same = people.get(row.user_id) == row.user.date_joined
        if same and (not row.about or row.about in games):
            Choice.objects.update_or_create(
                user_id=row.user_id,
                kind=row.kind,
                channel=row.channel,
                about=row.about,
                defaults={"wanted": False},
            )


def _carry_revocations(old: str) -> None:
    """What is here and no longer there was revoked, replaced, or is over."""
    for model, secret in SECRETS:
        there = set(model._default_manager.using(old).values_list(secret, flat=True))
        here = set(model._default_manager.values_list(secret, flat=True))
        model._default_manager.filter(**{f"{secret}__in": here - there}).delete()
    revoked = ReplyAddress.objects.using(old).exclude(revoked_at=None)
    for digest, at in revoked.values_list("digest", "revoked_at"):
        ReplyAddress.objects.filter(digest=digest, revoked_at=None).update(revoked_at=at)


def _carry_suspensions(old: str) -> None:
    """The later end counts, of being muted as well: one that was lifted can be lifted again."""
    ends = ("muted_until", "suspended_until")
    bound = User.objects.using(old).exclude(muted_until=None, suspended_until=None)
    for row in bound.values("pk", "date_joined", *ends):
        later = {end: Greatest(F(end), row[end]) for end in ends if row[end]}
        User.objects.filter(pk=row["pk"], date_joined=row["date_joined"]).update(**later)
