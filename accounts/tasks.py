"""Celery's entry to delivering: nothing comes in, what is due is in the database."""

from celery import shared_task

from accounts import delivery
from accounts.channels.names import MAIL, SITE


@shared_task(name="accounts.tasks.deliver", ignore_result=True)
def deliver() -> None:
    """Shows and sends what is due; harmless however often it runs."""
    delivery.deliver(channel=SITE)
    delivery.deliver(channel=MAIL)
