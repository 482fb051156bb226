"""The real settings, for a nearby mail server, and with a planted bug if asked for (`planted`)."""

from tideweb.settings import *  # noqa: F403

# A killed worker's letters wait for its lease to expire, which can't be shortened; so leases last
# four minutes instead of twenty.
EMAIL_TIMEOUT, EMAIL_DATA_TIMEOUT = 2, 10
# Half a minute of compressing would reveal nothing about lost data.
MANIFEST_STORAGE = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": MANIFEST_STORAGE}}  # noqa: F405
INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.planted.Planting"]  # noqa: F405
