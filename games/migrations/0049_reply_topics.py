"""One letter may ask for several hands, and one reply answers them.

The code of before joins an address with its one hand, so it neither finds nor reads what comes to
an address of several: that waits for a worker of the new code.
"""

import django.db.models.deletion
from django.db import migrations, models

PURPOSES = [
    ("play", "to play a hand"),
    ("hands", "to play several hands, each by its number"),
    ("table", "to answer what a letter says about a table"),
]


def _to(model, related_name, **more):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=model, **more
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0048_events_notified")]

    operations = [
        # Django would drop the foreign key and check it anew over the whole table.
        migrations.RunSQL(
            "ALTER TABLE games_replyaddress ALTER COLUMN hand_id DROP NOT NULL",
            "ALTER TABLE games_replyaddress ALTER COLUMN hand_id SET NOT NULL",
            state_operations=[
                migrations.AlterField(
                    "replyaddress", "hand", _to("games.hand", "reply_addresses", null=True)
                )
            ],
        ),
        migrations.AlterField(
            "replyaddress",
            "purpose",
            models.CharField(choices=PURPOSES, default="play", max_length=8),
        ),
        migrations.CreateModel(
            name="ReplyTopic",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("address", _to("games.replyaddress", "topics")),
                ("game", _to("games.game", "reply_topics")),
                ("hand", _to("games.hand", "reply_topics", null=True)),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("address", "number"), name="reply_topic_once")
                ],
            },
        ),
    ]
