from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0060_past_clocks")]

    operations = [
        migrations.AddField(
            "hand",
            "kept_bids",
            models.JSONField(
                blank=True, editable=False, null=True,
                help_text="Its bids by seat, once the game is compacted (games.kept_bids).",
            ),
        ),
    ]  # fmt: skip
