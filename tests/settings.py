"""The real settings, without what would only slow the tests down."""

from tideweb.database.prepared import PreparedStatements
from tideweb.settings import *  # noqa: F403

# A busy machine isn't a fault; tests/tideweb/test_limits.py tests the real limits.
DATABASES["default"]["OPTIONS"].pop("options", None)  # noqa: F405
# A process of the tests runs what many of the site's do.
PreparedStatements.prepared_max = 1000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN_STORAGE}  # noqa: F405
WHITENOISE_USE_FINDERS = True
# Static files are looked up when they are requested, not all of them by each client of each test.
WHITENOISE_AUTOREFRESH = True
INSTALLED_APPS += ["tests.styleguide"]  # noqa: F405
