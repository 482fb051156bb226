#!/bin/sh
# Run once by the image of PostgreSQL, when the database is made: who may copy it, and the limits that
# a pooler does not pass on (docs/operating.md, DATABASE_LIMITS). For a database that is there
# already, do the same by hand.
set -e
echo "host replication all samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<SQL
ALTER ROLE "$POSTGRES_USER" SET lock_timeout = '2s';
ALTER ROLE "$POSTGRES_USER" SET statement_timeout = '30s';
ALTER ROLE "$POSTGRES_USER" SET idle_in_transaction_session_timeout = '30s';
SQL
