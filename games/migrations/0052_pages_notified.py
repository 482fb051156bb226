"""Open pages are woken by the database when a bid, a message or a vote is committed.

`b` and the number of the game: a program that waits for events is not told of these, and whoever
is woken is told only if their own page has changed (games.web.hands.live).
"""

from django.db import migrations

NOTIFY = """
CREATE FUNCTION games_page_notified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tideweb_events', 'b' || NEW.game_id);
    RETURN NULL;
END $$;
CREATE FUNCTION games_bid_notified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tideweb_events', 'b' || game_id) FROM games_hand WHERE id = NEW.hand_id;
    RETURN NULL;
END $$;
CREATE TRIGGER page_notified AFTER INSERT OR UPDATE OF digest ON games_bid
    FOR EACH ROW EXECUTE FUNCTION games_bid_notified();
CREATE TRIGGER page_notified AFTER INSERT ON games_message
    FOR EACH ROW EXECUTE FUNCTION games_page_notified();
CREATE TRIGGER page_notified AFTER INSERT OR UPDATE ON games_vote
    FOR EACH ROW EXECUTE FUNCTION games_page_notified();
"""
SILENT = """
DROP TRIGGER page_notified ON games_vote;
DROP TRIGGER page_notified ON games_message;
DROP TRIGGER page_notified ON games_bid;
DROP FUNCTION games_bid_notified();
DROP FUNCTION games_page_notified();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0051_records_in_order")]

    operations = [migrations.RunSQL(NOTIFY, SILENT)]
