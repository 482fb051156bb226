"""When a vote was withdrawn or carried out has its own column.

Such a vote has no `at` from then on. The code of before deletes it instead, and counts only those
with an `at` of the last days; those that it gives again have one.
"""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("games", "0065_kept_by")]

    operations = [
        migrations.AddField(
            "vote", "ended_at", models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            "vote", "at", models.DateTimeField(blank=True, default=timezone.now, null=True),
        ),
    ]  # fmt: skip
