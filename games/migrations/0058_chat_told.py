from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0057_sandbox"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="chat_told",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The last message seen on the page or got in a letter; empty: as chat_read.",
                null=True,
            ),
        ),
    ]
