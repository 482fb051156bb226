"""Made beside those who play: an index that is made in one piece stops every write to its table."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0028_words")]

    operations = [
        AddIndexConcurrently(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at", None), ("shown", True)),
                fields=["recipient", "-id"],
                name="notice_unread",
            ),
        ),
    ]
