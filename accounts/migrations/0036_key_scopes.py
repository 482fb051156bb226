from django.db import migrations, models

ALL = "read play tables talk moderate account"


class Migration(migrations.Migration):
    """Keys of before may go on doing everything, and do not expire."""

    dependencies = [("accounts", "0029_unread_index")]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="scopes",
            field=models.CharField(max_length=80, db_default=ALL),
        ),
        migrations.AddField(
            model_name="apikey",
            name="expires_at",
            field=models.DateTimeField(null=True, blank=True),
        ),
    ]
