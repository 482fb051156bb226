"""Tables that were named before names had to stand on one line."""

from django.db import migrations

# Controls and what parts lines: categories Cc, Zl and Zp.
CLEANED = r"""
UPDATE games_game
SET name = coalesce(nullif(trim(regexp_replace(name,
    '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g')), ''), code)
WHERE name ~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]+';
"""


class Migration(migrations.Migration):
    without_a_stop = "only rows that were broken are written, and they are few"

    dependencies = [("games", "0049_reply_topics")]

    operations = [migrations.RunSQL(CLEANED, migrations.RunSQL.noop)]
