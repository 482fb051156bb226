from django.db import migrations

# A reminder that was planned as a notice of its own stands on its clock from now on.
MOVED = """
UPDATE games_seatclock AS clock SET remind_at = planned.at
FROM (
    SELECT recipient_id, split_part(event, ':', 2)::bigint AS hand_id, min(send_after) AS at
    FROM accounts_notice
    WHERE kind = 'reminder' AND state = 'queued' AND attempts = 0 AND digest_id IS NULL
        AND event ~ '^hand:[0-9]+:reminder$'
    GROUP BY recipient_id, event
) AS planned
WHERE clock.hand_id = planned.hand_id AND clock.user_id = planned.recipient_id
    AND clock.answered_at IS NULL
"""
GONE = """
DELETE FROM accounts_notice WHERE kind = 'reminder' AND state = 'queued' AND attempts = 0
    AND digest_id IS NULL AND event ~ '^hand:[0-9]+:reminder$'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0032_remind_at"), ("accounts", "0026_shown_notices")]

    operations = [migrations.RunSQL([MOVED, GONE], migrations.RunSQL.noop)]
