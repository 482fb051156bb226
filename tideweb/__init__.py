"""The wiring: settings, addresses, Celery, the embedded servers and the command that starts all."""

from tideweb.celery import app as celery_app

__all__ = ["celery_app"]
