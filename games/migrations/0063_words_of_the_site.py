from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0062_fewer_indexes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="bid",
            name="via",
            field=models.CharField(
                choices=[
                    ("page", "on the page"),
                    ("api", "over the API"),
                    ("mail", "by e-mail"),
                    ("plan", "by plan"),
                    ("forced", "automatically, as the only possible answer"),
                    ("bot", "by the bot"),
                    ("deadline", "at the deadline"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="seats",
            field=models.PositiveSmallIntegerField(
                help_text="Everybody plays everybody else in the division, so many at a table.",
                verbose_name="seats at a table",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="strict_mail",
            field=models.BooleanField(
                default=False,
                help_text="Beside the person's own setting, which holds for all their seats.",
                verbose_name="ask me to confirm replies to this table whose sender can’t be verified",
            ),
        ),
    ]
