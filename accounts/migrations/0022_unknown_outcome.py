from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0021_zone_follows")]

    operations = [
        migrations.AddField(
            "notice",
            "unsure_at",
            models.DateTimeField(
                blank=True,
                null=True,
                help_text="When the mail server had all of it and did not say whether it takes it.",
            ),
        ),
        migrations.AlterField(
            "notice",
            "state",
            models.CharField(
                max_length=12,
                default="queued",
                choices=[
                    ("queued", "queued"),
                    ("sent", "sent"),
                    ("dropped", "no longer true"),
                    ("suppressed", "not wished"),
                    ("failed", "failed"),
                    ("unknown", "unknown"),
                ],
            ),
        ),
        migrations.RemoveIndex("notice", "notice_failed"),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["-id"],
                name="notice_failed",
                condition=models.Q(state__in=["failed", "unknown"]),
            ),
        ),
    ]
