"""Celery tasks of the games: each takes an id and calls a service.

Every task may run twice, late, or never: the sweep finds in the database whatever it would do.
"""

import logging

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from games.mail.inbound import process
from games.services import sweep as sweeping
from games.services.hands import bot_thinking
from games.services.results import duplicates, ratings

log = logging.getLogger(__name__)


@shared_task(name="games.tasks.resolve_hand", ignore_result=True)
def resolve_hand(hand_id: int) -> None:
    """Resolves a hand whose bids are all in."""
    sweeping.resolve(hand_id)


@shared_task(name="games.tasks.think", ignore_result=True)
def think(hand_id: int) -> None:
    """Searches for the bots of a hand. In the queue `bots`, because it takes processor time."""
    bot_thinking.think(hand_id)


@shared_task(name="games.tasks.hurry", ignore_result=True)
def hurry(hand_id: int) -> None:
    """Lets light bots answer for those whose time is up."""
    bot_thinking.hurry(hand_id)


@shared_task(name="games.tasks.read_mail", ignore_result=True)
def read_mail(user_id: int) -> None:
    """Reads the mail that this person has sent."""
    process.read_person(user_id)


@shared_task(name="games.tasks.rate", ignore_result=True)
def rate() -> None:
    """Rates games that are over, and compares finished duplicates."""
    duplicates.settle()
    ratings.settle()


@shared_task(name="games.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Reads unread mail, and resolves whatever is ready or overdue.

    If its time is up, the next sweep goes on; what was begun is rolled back.
    """
    try:
        process.read_all()
        sweeping.sweep()
    except SoftTimeLimitExceeded:
        log.warning("There is more to sweep than fits into one task; the next one goes on.")
