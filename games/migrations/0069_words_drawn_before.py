"""Empties words that the server drew for seats at tables that have not begun: they now follow from
the secret when the game starts, and the page shows them as their player's own.

Words that are typed from now on count as they are, 32 hex digits as well. A table that the code of
before starts meanwhile has no words at these seats, which is told of its record.
"""

from django.db import migrations


def empty(apps, schema_editor):
    seats = apps.get_model("games", "Seat").objects.filter(game__state="open")
    seats.filter(entropy__regex="^[0-9a-f]{32}$").update(entropy="")


class Migration(migrations.Migration):
    dependencies = [("games", "0068_secrets_of_erased_words")]

    operations = [migrations.RunPython(empty, migrations.RunPython.noop)]
