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
                db_default=0,
                default=0,
                help_text="The last message that this seat has seen on the page or got in a letter.",
            ),
        ),
    ]
