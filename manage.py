#!/usr/bin/env python
"""The command line: `manage.py up` starts everything, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")
    from django.core.management import execute_from_command_line

    from tideweb.embedded.borrow import database_for

    with database_for(sys.argv[1:]):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # somebody changed their mind, which is no error of ours
        sys.stderr.write("\nInterrupted. The same command starts over where this left off.\n")
        sys.exit(130)
