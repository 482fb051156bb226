"""The real settings, for a mail server that is close by, and with a fault put in where one is
asked for (`planted`)."""

from tideweb.settings import *  # noqa: F403

# A killed worker's letters wait until its lease runs out, which nobody shortens: so leases last
# four minutes instead of twenty.
EMAIL_TIMEOUT, EMAIL_DATA_TIMEOUT = 2, 10
# Half a minute's compressing would tell nothing about what is lost.
MANIFEST_STORAGE = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": MANIFEST_STORAGE}}  # noqa: F405
INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.planted.Planting"]  # noqa: F405
