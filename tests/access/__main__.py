"""Every address × role × object: `python -m tests.access`, some minutes; `--every`, an hour."""

import argparse
import os
import sys

from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}


def main() -> int:
    """Prints a line for the API and one for the admin, and every unexpected answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--sample", action="store_true", help="only what the suite asks")
    sizes.add_argument("--every", action="store_true", help="by methods that are nobody's, too")
    asked = parser.parse_args()
    os.environ |= ENVIRONMENT | SETTINGS
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        return ask("every" if asked.every else "sample" if asked.sample else "differing")
    finally:
        embedded.remove()


def ask(size: str) -> int:
    """On the fresh server; returns the exit code."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    from tests.access import matrix
    from tests.access.calm import calm
    from tests.access.world import build

    bad = 0
    with calm():
        world = build(whole=size == "every")
        for table in matrix.TABLES:
            found = matrix.ask_all(world, table, size)
            wrong = [*found.unexpected, *found.withheld, *matrix.never_granted(found, table)]
            sys.stdout.write("\n".join([f"{table}: {found.words()}", *wrong]) + "\n")
            bad += len(wrong)
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
