"""Whoever hides somebody hides their bots, too."""

from django.db import migrations

HIDE = """
INSERT INTO games_ignored (by_id, whom_id, since)
SELECT by_id, program.user_id, since
FROM games_ignored AS ignored JOIN accounts_program AS program ON owner_id = whom_id
WHERE program.user_id <> by_id
ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0048_former_guests"),
        ("games", "0069_words_drawn_before"),
    ]

    operations = [migrations.RunSQL(HIDE, migrations.RunSQL.noop)]
