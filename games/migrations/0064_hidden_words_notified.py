"""Open pages are also woken when moderators hide a message, or show it again."""

from django.db import migrations

NOTIFY = """
DROP TRIGGER page_notified ON games_message;
CREATE TRIGGER page_notified AFTER INSERT OR UPDATE OF hidden_at ON games_message
    FOR EACH ROW EXECUTE FUNCTION games_page_notified();
"""
BEFORE = """
DROP TRIGGER page_notified ON games_message;
CREATE TRIGGER page_notified AFTER INSERT ON games_message
    FOR EACH ROW EXECUTE FUNCTION games_page_notified();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0063_words_of_the_site")]

    operations = [migrations.RunSQL(NOTIFY, BEFORE)]
