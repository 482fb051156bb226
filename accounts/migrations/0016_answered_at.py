from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_learned")]

    operations = [
        migrations.AddField(
            "user",
            "answered_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
