from django.db import migrations, models


def guests_follow(apps, schema_editor):
    """Nobody asked them.  Whoever signed up was shown a zone and could choose another."""
    apps.get_model("accounts", "User").objects.filter(kind="guest").update(zone_follows=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_api_keys")]

    operations = [
        migrations.AddField(
            "user",
            "zone_follows",
            models.BooleanField(
                default=False,
                help_text="They chose none: it is that of the browser they last used.",
            ),
        ),
        migrations.RunPython(guests_follow, migrations.RunPython.noop, elidable=True),
    ]
