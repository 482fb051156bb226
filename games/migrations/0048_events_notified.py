"""Whoever waits for events is woken by the database, when an entry of a log is committed."""

from django.db import migrations

NOTIFY = """
CREATE FUNCTION games_event_notified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tideweb_events', 'g' || NEW.game_id);
    RETURN NULL;
END $$;
CREATE TRIGGER event_notified AFTER INSERT ON games_logentry
    FOR EACH ROW EXECUTE FUNCTION games_event_notified();
"""
SILENT = """
DROP TRIGGER event_notified ON games_logentry;
DROP FUNCTION games_event_notified();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0047_commit_order_indexes")]

    operations = [migrations.RunSQL(NOTIFY, SILENT)]
