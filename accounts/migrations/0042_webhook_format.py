from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0041_names_on_one_line")]

    operations = [
        migrations.AddField(
            "webhook",
            "format",
            models.CharField(
                max_length=8,
                choices=[
                    ("tideweb", "our own, in JSON"),
                    ("discord", "a Discord channel"),
                    ("slack", "a Slack channel"),
                    ("matrix", "a Matrix room, through Hookshot"),
                ],
                default="tideweb",
                db_default="tideweb",
            ),
        ),
    ]
