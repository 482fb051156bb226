import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

OLD = "authtoken_token"  # of Django REST framework: one key a person, by the same digest


def take_over(apps, schema_editor):
    """Keys of before stay good.  A new house never had that table."""
    connection = schema_editor.connection
    if OLD in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO accounts_apikey (user_id, name, digest, created_at) "
                "SELECT user_id, 'API', key, created FROM authtoken_token"
            )
            cursor.execute("DELETE FROM authtoken_token")


def give_back(apps, schema_editor):
    """The newest key of each person."""
    connection = schema_editor.connection
    if OLD in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO authtoken_token (user_id, key, created) "
                "SELECT DISTINCT ON (user_id) user_id, digest, created_at FROM accounts_apikey "
                "ORDER BY user_id, created_at DESC"
            )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0019_look")]

    operations = [
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=40, unique=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_on", models.DateField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(take_over, give_back),
    ]
