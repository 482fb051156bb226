"""In two steps: a default that is computed for each row would otherwise be written into all that
are there, with the table locked meanwhile.  Rows of before stay without."""

from django.db import migrations

from accounts.models.commit_order import TransactionField, this_transaction


class Migration(migrations.Migration):
    dependencies = [("accounts", "0036_key_scopes")]

    operations = [
        migrations.AddField("notice", "written_in", TransactionField()),
        migrations.AlterField(
            "notice", "written_in", TransactionField(db_default=this_transaction())
        ),
    ]
