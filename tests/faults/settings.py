"""The real settings, for a mail server that is close by, and with a fault put in where one is
asked for (`planted`)."""

from tideweb.settings import *  # noqa: F403

# A killed worker's letters wait until its lease runs out, which nobody shortens: so leases last
# four minutes instead of twenty.
EMAIL_TIMEOUT, EMAIL_DATA_TIMEOUT = 2, 10
INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.planted.Planting"]  # noqa: F405
