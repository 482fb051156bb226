"""Records in the order in which they could be seen first, for whoever reads them all.

Of before there is no such order: those come first, as their games were made.  The index is built
beside those who play.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Coalesce

from accounts.models.commit_order import TransactionField, this_transaction


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0050_names_on_one_line")]

    operations = [
        migrations.AddField("record", "written_in", TransactionField()),
        migrations.AlterField(
            "record", "written_in", TransactionField(db_default=this_transaction())
        ),
        AddIndexConcurrently(
            "record",
            models.Index(Coalesce("written_in", Value(0)), "game", name="record_in_order"),
        ),
    ]
