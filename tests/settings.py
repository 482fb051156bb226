"""The real settings, minus what would only make the tests slow."""

from tideweb.settings import *  # noqa: F403

# A busy machine is no fault; tests/tideweb/test_limits.py asks what the real ones do.
DATABASES["default"]["OPTIONS"].pop("options", None)  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN_STORAGE}  # noqa: F405
WHITENOISE_USE_FINDERS = True
# Files are looked for when they are asked for, not all of them by each client of each test.
WHITENOISE_AUTOREFRESH = True
INSTALLED_APPS += ["tests.styleguide"]  # noqa: F405
