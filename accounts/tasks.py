"""Celery's entry to delivering: nothing comes in, what is due is in the database."""

from celery import shared_task

from accounts import delivery


@shared_task(name="accounts.tasks.deliver", ignore_result=True)
def deliver() -> None:
    """Sends the letters that are due; harmless however often it runs."""
    delivery.deliver()
