"""Receipts of answers that were deleted.

The code of before stores none: what it takes back stays unknown to "Check this game".
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0066_ended_votes"),
    ]

    operations = [
        migrations.CreateModel(
            name="VoidReceipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hand_number", models.PositiveIntegerField()),
                ("seat_index", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("taken_back", "moderators took its hand back"),
                            ("put_back", "moderators undid that, and it was given meanwhile"),
                            ("handed_on", "its seat changed hands"),
                            ("came_back", "its player came back and was asked anew"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="void_receipts",
                        to="games.game",
                    ),
                ),
            ],
        ),
    ]
