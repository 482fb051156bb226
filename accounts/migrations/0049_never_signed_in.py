"""Made beside those who play, as in 0038."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0048_former_guests")]

    operations = [
        AddIndexConcurrently(
            "user",
            models.Index(
                fields=["date_joined"],
                condition=models.Q(is_staff=False, kind="person", last_login=None),
                name="user_never_signed_in",
            ),
        ),
    ]
