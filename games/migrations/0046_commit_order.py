"""In two steps: a default that is computed for each row would otherwise be written into all that
are there, with the table locked meanwhile.  Rows of before stay without."""

from django.db import migrations

from accounts.models.commit_order import TransactionField, this_transaction


class Migration(migrations.Migration):
    dependencies = [("games", "0037_indexes")]

    operations = [
        migrations.AddField("logentry", "written_in", TransactionField()),
        migrations.AlterField(
            "logentry", "written_in", TransactionField(db_default=this_transaction())
        ),
        migrations.AddField("seatclock", "written_in", TransactionField()),
        migrations.AlterField(
            "seatclock", "written_in", TransactionField(db_default=this_transaction())
        ),
    ]
