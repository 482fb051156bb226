import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")
application = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402 – the apps are loaded only now

from accounts.security import key_check  # noqa: E402
from tideweb import health_server  # noqa: E402

if refusal := key_check.refusal():
    raise SystemExit(refusal)
if settings.HEALTH_PORT:
    health_server.start(settings.HEALTH_PORT)
connections.close_all()  # each request thread opens its own
