#!/usr/bin/env python
"""The command line: `manage.py up` starts everything, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")
    from tideweb.embedded.borrow import database_for
    from tideweb.embedded.opening import is_meant, opened

    arguments = sys.argv[1:]
    with opened() if is_meant(arguments) else database_for(arguments):
        from django.core.management import execute_from_command_line

        from tideweb.management.in_words import in_words

        with in_words():
            execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # somebody changed their mind, which is no error of ours
        sys.stderr.write("\nInterrupted. The same command starts over where this left off.\n")
        sys.exit(130)
