"""Without an index of the recipients of notices: two others begin with them."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE

INDEX = "accounts_notice_recipient_id_cbb5671d"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0043_programs")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}",
                    f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {INDEX} "
                    "ON accounts_notice (recipient_id)",
                )
            ],
            [
                migrations.AlterField(
                    "notice",
                    "recipient",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, CASCADE, null=True, blank=True,
                        related_name="notices", db_index=False,
                    ),
                ),
            ],
        ),
    ]  # fmt: skip
