"""What people had asked for since the backup, and only the lost database knows: to be deleted, and
not to be written to. After a restore it holds all the same (`games.services.restore`).
"""

from django.db.models import Q, QuerySet

from accounts.email.unasked_letters import ASKED
from accounts.models import Choice, Suppression, User
from accounts.security import roles
from games.models import Game
from games.services.people import erasure


def carry(old: str) -> int:
    """Erases again whoever was erased there, and stops what was stopped there; returns how many
    people were erased."""
    _carry_suppressions(old)
    _carry_choices(old)
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
    Suppression.objects.bulk_create(rows, ignore_conflicts=True)


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
