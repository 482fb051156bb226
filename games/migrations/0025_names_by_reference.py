"""Logs of games name people by reference: a name is taken out of all of them with its person's.

Who somebody was, whose name was changed since, follows from who had the seat.  Where nobody can be
found, a dash takes the place of the name, or it could never be taken away.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Lower

BATCH = 500
NAMED = Q(data__has_key="name") | Q(data__has_key="before") | Q(data__has_key="by")


def to_references(apps, schema_editor):
    model = apps.get_model("games", "LogEntry")
    leagues = set(apps.get_model("games", "LeagueGame").objects.values_list("game_id", flat=True))
    rows = model.objects.filter(NAMED).select_related("game__maker")
    for entry in rows.order_by("pk").iterator(BATCH):
        if entry.kind == "made" and entry.game_id in leagues:
            continue  # laid by a league, which is nobody
        entry.person = _who(apps, entry, entry.data.get("name"))
        entry.former = _who(apps, entry, entry.data.get("before"))
        entry.data = _nameless(entry)
        entry.save(update_fields=["person", "former", "data"])


def _nameless(entry):
    data = {key: value for key, value in entry.data.items() if key not in ("name", "before", "by")}
    if entry.data.get("name") and entry.person is None:
        data["name"] = "—"
    if entry.data.get("by"):
        data["by"] = "moderator"
    return data


def _who(apps, entry, name):
    """Who is called that at this table, or whose the seat was then, or who is called that at all."""
    if not name:
        return None
    people = apps.get_model(settings.AUTH_USER_MODEL).objects.alias(lower=Lower("name"))
    called = people.filter(lower=name.lower())
    game = entry.game_id
    here = Q(seats__game=game) | Q(tenures__seat__game=game) | Q(made_games=game)
    return called.filter(here).first() or _holder(apps, entry) or called.first()


def _holder(apps, entry):
    if entry.kind == "made":
        return entry.game.maker
    if entry.game.started_at is None or "seat" not in entry.data:
        return None
    tenures = apps.get_model("games", "SeatTenure").objects.filter(
        seat__game_id=entry.game_id, seat__index=entry.data["seat"]
    )
    then = tenures.filter(began_at__lte=entry.at).order_by("pk").last() or tenures.first()
    if then is not None:
        return then.user
    seat = entry.game.seats.filter(index=entry.data["seat"]).select_related("user").first()
    return seat.user if seat else None


def to_names(apps, schema_editor):
    model = apps.get_model("games", "LogEntry")
    rows = model.objects.exclude(person=None, former=None).select_related("person", "former")
    for entry in rows.order_by("pk").iterator(BATCH):
        if entry.person is not None:
            entry.data["name"] = entry.person.name
        if entry.kind == "taken":
            entry.data["before"] = entry.former.name if entry.former else ""
        entry.save(update_fields=["data"])


def _person():
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0024_set_aside"),
    ]

    operations = [
        migrations.AddField("logentry", "person", _person()),
        migrations.AddField("logentry", "former", _person()),
        migrations.RunPython(to_references, to_names),
    ]
