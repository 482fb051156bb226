"""Runs the simulation in a temporary database: `python -m tests.club --help`."""

import os
import sys

import django

from tests.club.database import throw_away_database

if __name__ == "__main__":
    with throw_away_database():
        os.environ["DJANGO_SETTINGS_MODULE"] = "tideweb.settings"
        django.setup()
        from tests.club.running import run

        status = run(sys.argv[1:])
    sys.exit(status)
