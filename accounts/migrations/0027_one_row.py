from django.db import migrations

# What stood in two rows, one for the letter and one for the bell, stands in the letter's.
JOINED = """
UPDATE accounts_notice AS letter SET shown = true, read_at = bell.read_at
FROM accounts_notice AS bell
WHERE bell.channel = 'site' AND bell.state IN ('sent', 'queued') AND bell.send_after <= now()
    AND letter.channel = 'mail'
    AND letter.recipient_id = bell.recipient_id AND letter.event = bell.event
"""
DOUBLE = """
DELETE FROM accounts_notice AS bell USING accounts_notice AS letter
WHERE bell.channel = 'site' AND letter.channel = 'mail'
    AND letter.recipient_id = bell.recipient_id AND letter.event = bell.event
"""
ALONE = """
UPDATE accounts_notice SET shown = true, state = 'sent', leased_until = NULL,
    finished_at = coalesce(finished_at, send_after)
WHERE channel = 'site' AND state IN ('sent', 'queued') AND send_after <= now()
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0026_shown_notices")]

    operations = [migrations.RunSQL([JOINED, DOUBLE, ALONE], migrations.RunSQL.noop)]
