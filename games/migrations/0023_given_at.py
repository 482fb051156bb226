from django.db import migrations, models
from django.utils import timezone

# What was given before somebody's last answer does not replace it; of bids in hands that are over
# nobody asks this any more.
AS_PLACED = """
UPDATE games_bid SET given_at = placed_at FROM games_hand
WHERE games_hand.id = games_bid.hand_id AND games_hand.state IN ('open', 'ready')
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0022_strict_seats")]

    operations = [
        migrations.AddField("bid", "given_at", models.DateTimeField(default=timezone.now)),
        migrations.RunSQL(AS_PLACED, migrations.RunSQL.noop),
    ]
