from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0045_recovered_at"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="strict_mail",
            field=models.BooleanField(
                default=False,
                help_text="We then send you a link to confirm what the e-mail says.",
                verbose_name="Ask me to confirm replies whose sender can’t be verified",
            ),
        ),
    ]
