"""Celery tasks that deliver notices. They take no arguments: what is due is in the database."""

from celery import shared_task

from accounts.notifications import delivery
from accounts.notifications.sender_thread import POSTMAN


@shared_task(name="accounts.tasks.deliver", ignore_result=True)
def deliver() -> None:
    """Sends all e-mails that are due. Idempotent."""
    POSTMAN.go()


@shared_task(name="accounts.tasks.deliver_outward", ignore_result=True)
def deliver_external() -> None:
    """Sends pushes and webhooks, separately so that a slow one doesn't hold up e-mails."""
    delivery.deliver_external()
