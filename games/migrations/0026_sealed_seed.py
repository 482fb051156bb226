"""The seed of a deck is kept where the words that it was made of were taken away."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_names_by_reference")]

    operations = [
        migrations.AddField(
            "game",
            "sealed_seed",
            models.BinaryField(editable=False, null=True),
        ),
    ]
