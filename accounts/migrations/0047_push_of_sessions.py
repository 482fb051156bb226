from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0046_words_of_the_site"),
    ]

    operations = [
        migrations.AddField(
            model_name="pushdevice",
            name="session",
            field=models.BigIntegerField(
                blank=True,
                editable=False,
                help_text="Where it was switched on: the id of a UserSession.",
                null=True,
            ),
        ),
    ]
