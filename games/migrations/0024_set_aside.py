from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_given_at")]

    operations = [
        migrations.AddField(
            "hand",
            "failures",
            models.PositiveSmallIntegerField(
                default=0, help_text="How often the sweep tried to settle it and failed."
            ),
        ),
        migrations.AddField(
            "hand",
            "failed_with",
            models.CharField(blank=True, help_text="The kind of error.", max_length=60),
        ),
        migrations.AddField(
            "hand",
            "retry_at",
            models.DateTimeField(
                blank=True,
                help_text="After a failure the sweep leaves it alone until then.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            "hand",
            models.Index(fields=["id"], name="hand_failed", condition=models.Q(failures__gt=0)),
        ),
    ]
