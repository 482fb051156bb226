from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0044_fewer_indexes")]

    operations = [
        migrations.AddField(
            "user",
            "recovered_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
