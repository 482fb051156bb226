"""Whoever waits for events is woken by the database, when a notice behind their bell is committed."""

from django.db import migrations

NOTIFY = """
CREATE FUNCTION accounts_event_notified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tideweb_events', 'u' || NEW.recipient_id);
    RETURN NULL;
END $$;
CREATE TRIGGER event_notified AFTER INSERT ON accounts_notice
    FOR EACH ROW WHEN (NEW.shown AND NEW.recipient_id IS NOT NULL)
    EXECUTE FUNCTION accounts_event_notified();
"""
SILENT = """
DROP TRIGGER event_notified ON accounts_notice;
DROP FUNCTION accounts_event_notified();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0038_commit_order_index")]

    operations = [migrations.RunSQL(NOTIFY, SILENT)]
