"""Clocks of stages long over, as one row a person and seat (services.results.packing)."""

from typing import Any

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


def key(to: str, name: str, **how: Any) -> Any:
    how = {"on_delete": django.db.models.deletion.CASCADE, "related_name": name, **how}
    return models.ForeignKey(to=to, db_index=False, **how)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0059_public_by_ruleset"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PastClocks",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last", models.BigIntegerField(help_text="The highest of `ids`.")),
                (
                    "ids",
                    django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), size=None),
                ),
                (
                    "took",
                    django.contrib.postgres.fields.ArrayField(
                        models.PositiveIntegerField(null=True), size=None
                    ),
                ),
                ("whole", models.JSONField(default=list)),
                (
                    "game",
                    key(
                        "games.game", "+", db_constraint=False, null=True, editable=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                    ),
                ),
                ("seat", key("games.seat", "past_clocks")),
                ("user", key(settings.AUTH_USER_MODEL, "past_clocks")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "-last"], name="past_clocks_of_person"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=["seat", "user"], name="past_clocks_once"),
                ],
            },
        ),
        migrations.AddField(
            "stage",
            "packed_at",
            models.DateTimeField(
                blank=True, help_text="When its clocks were packed into PastClocks.", null=True
            ),
        ),
        AddIndexConcurrently(
            "stage",
            models.Index(
                fields=["ended_at"],
                name="stage_to_pack",
                condition=models.Q(ended_at__isnull=False, packed_at=None),
            ),
        ),
    ]  # fmt: skip
