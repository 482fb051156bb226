from django.db import migrations, models

from accounts.text.confusables import look


def see(apps, schema_editor):
    """Says of each name what it looks like.  Nobody is renamed: of names that look alike, the
    oldest stands for all, so that no further one comes in."""
    seen = set()
    for user in apps.get_model("accounts", "User").objects.order_by("pk").iterator():
        shape = look(user.name)
        user.look = f"{shape}\n{user.pk}" if shape in seen else shape
        seen.add(shape)
        user.save(update_fields=["look"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_nothing_in_clear")]

    operations = [
        migrations.AlterField(
            "user",
            "name",
            models.CharField(
                help_text="What others at the table call you.", max_length=30, verbose_name="name"
            ),
        ),
        migrations.AddField("user", "look", models.TextField(null=True, editable=False)),
        migrations.RunPython(see, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "user",
            "look",
            models.TextField(editable=False, help_text="What the name looks like.", unique=True),
        ),
    ]
