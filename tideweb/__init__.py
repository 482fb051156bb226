"""The project: settings, URLs, Celery, the embedded servers, and the command that starts them."""

from tideweb.celery import app as celery_app

__all__ = ["celery_app"]
