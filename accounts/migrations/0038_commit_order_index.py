"""Made beside those who play: an index that is made in one piece stops every write to its table."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0037_commit_order")]

    operations = [
        AddIndexConcurrently(
            "notice",
            models.Index(
                fields=["recipient", "written_in"],
                condition=models.Q(shown=True),
                name="notice_written",
            ),
        ),
    ]
