"""People whose names were chosen before names had to stand on one line.

Where somebody has the name that is left, a number stands behind it.
"""

from django.db import migrations

# Controls and what parts lines: categories Cc, Zl and Zp.
CLEANED = r"""
DO $$
DECLARE
    person record;
    plain text;
BEGIN
    FOR person IN SELECT id, name FROM accounts_user WHERE name ~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]+' LOOP
        plain := trim(regexp_replace(person.name, '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g'));
        IF plain = '' OR EXISTS (
            SELECT FROM accounts_user WHERE lower(name) = lower(plain) AND id <> person.id
        ) THEN
            plain := trim(left(plain, 10) || ' ' || person.id);
        END IF;
        UPDATE accounts_user SET name = plain WHERE id = person.id;
    END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    without_a_stop = "only rows that were broken are written, and they are few"

    dependencies = [("accounts", "0040_unasked_letters")]

    operations = [migrations.RunSQL(CLEANED, migrations.RunSQL.noop)]
