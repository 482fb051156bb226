from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0022_unknown_outcome")]

    operations = [
        migrations.AddField(
            "choice",
            "about",
            models.CharField(
                blank=True,
                default="",
                max_length=40,
                help_text="Of what alone (game:12); empty: everywhere.",
            ),
        ),
        migrations.RemoveConstraint("choice", "choice_once"),
        migrations.AddConstraint(
            "choice",
            models.UniqueConstraint(
                fields=["user", "kind", "channel", "about"], name="choice_once"
            ),
        ),
    ]
