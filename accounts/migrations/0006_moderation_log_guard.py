"""The database itself refuses to change or drop an entry of the moderators' log."""

from typing import ClassVar

from django.db import migrations

GUARD = """
CREATE FUNCTION accounts_moderation_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log of moderators is append-only: % refused.', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER moderation_append_only BEFORE UPDATE OR DELETE ON accounts_moderationentry
    FOR EACH ROW EXECUTE FUNCTION accounts_moderation_append_only();
CREATE TRIGGER moderation_no_truncate BEFORE TRUNCATE ON accounts_moderationentry
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_moderation_append_only();
"""
UNGUARD = """
DROP TRIGGER moderation_append_only ON accounts_moderationentry;
DROP TRIGGER moderation_no_truncate ON accounts_moderationentry;
DROP FUNCTION accounts_moderation_append_only();
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0005_moderation_log")]

    operations: ClassVar = [migrations.RunSQL(GUARD, UNGUARD)]
