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
    main()
