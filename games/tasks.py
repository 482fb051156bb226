"""Celery's entries to playing: an id comes in, a service is called.

Every task may run twice, late, or never: what it does is a fact of the database that the
sweep finds as well.
"""

from celery import shared_task

from games.mail.inbound import process
from games.services import sweep as sweeping
from games.services.hands import bot_thinking
from games.services.results import duplicates, ratings


@shared_task(name="games.tasks.resolve_hand", ignore_result=True)
def resolve_hand(hand_id: int) -> None:
    """Resolves a hand whose bids are all in."""
    sweeping.resolve(hand_id)


@shared_task(name="games.tasks.think", ignore_result=True)
def think(hand_id: int) -> None:
    """Searches for the bots of a hand: in the queue `bots`, since it takes processor time."""
    bot_thinking.think(hand_id)


@shared_task(name="games.tasks.hurry", ignore_result=True)
def hurry(hand_id: int) -> None:
    """Lets light answers serve for bots whose time is up."""
    bot_thinking.hurry(hand_id)


@shared_task(name="games.tasks.read_mail", ignore_result=True)
def read_mail(user_id: int) -> None:
    """Reads what somebody has answered by mail."""
    process.read_person(user_id)


@shared_task(name="games.tasks.rate", ignore_result=True)
def rate() -> None:
    """Reckons with games that are over, and compares those with the same deals."""
    duplicates.settle()
    ratings.settle()


@shared_task(name="games.tasks.sweep", ignore_result=True)
def sweep() -> None:
    """Reads what was mailed, resolves what is ready or overdue, whoever forgot to say so."""
    process.read_all()
    sweeping.sweep()
