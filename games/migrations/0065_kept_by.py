"""Who keeps a seat for somebody, which only the event of a notice said before."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

FILL = """
UPDATE games_seat AS seat SET kept_by_id = (
    SELECT person.id FROM accounts_notice AS notice
    JOIN accounts_user AS person ON person.id = (notice.facts ->> 'person')::bigint
    WHERE person.is_active AND notice.recipient_id = seat.kept_for_id
        AND notice.kind = 'seat_kept' AND starts_with(notice.event, 'game:' || seat.game_id || ':kept:')
    ORDER BY notice.id DESC LIMIT 1
) WHERE kept_for_id IS NOT NULL
"""


class Migration(migrations.Migration):
    atomic = False
    without_a_stop = "the key of a new, empty column checks no rows, and locks for a moment"

    dependencies = [
        ("games", "0064_hidden_words_notified"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "seat",
            "kept_by",
            models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="Who keeps it and has told them, unless they hide that person; empty: "
                "nobody.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "seat",
            "kept_for",
            models.ForeignKey(
                blank=True,
                help_text="Whose seat this is, until they sit down.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["kept_by"],
                name="seat_kept_by",
                condition=models.Q(kept_by__isnull=False),
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop, elidable=True),
    ]
