"""Bugs planted in a complete stack's services: `make faults ARGS=--planted` must find each."""

from __future__ import annotations

import os
from contextlib import ExitStack

from django.apps import AppConfig

from tests.simulate.planted import ALL
from tests.simulate.planting import Planted, plant

NAME = "TIDEWEB_PLANTED"
OWN = [
    Planted("a quarter of the answers stored, but answered 500",
            "games.services.hands.bidding:place_bid",
            "        return receipt\n",
            "        pass\n    import random\n"
            "    if random.random() < 0.25:\n        raise RuntimeError\n    return receipt\n"),
    Planted("every letter three times", "accounts.notifications.channels.email:EmailChannel.send",
            "        self.client.send(mail)\n",
            "        self.client.send(mail)\n" * 3),
    Planted("some letters told as sent, and not sent",
            "accounts.notifications.channels.email:EmailChannel.send",
            "        self.client.send(mail)\n",
            "        if notice.pk % 4:\n            self.client.send(mail)\n"),
    Planted("a mail answered 250 and thrown away", "games.mail.inbound.intake:Replies.take",
            "if row is not None:", "if row is None:"),
    Planted("an answer in four acknowledged and rolled back",
            "games.services.hands.bidding:place_bid",
            "        return receipt\n",
            "        import random\n        if random.random() < 0.25:\n"
            "            transaction.set_rollback(True)\n        return receipt\n"),
]  # fmt: skip
SHARED = (
    "the lock of the game left out", "READY never stored", "READY left to the deadline",
    "a changed answer acknowledged and forgotten", "an answer overwritten at the deadline",
    "time over before its end", "the log entry of a hand left out now and then",
    "answers opened when they are given", "cards of a seat swapped when it is turned",
    "a mail stored without the game's lock", "the hand closes over unread mail",
    "a mail settled before it is carried out", "a letter marked as sent before it is",
    "letters not settled when they left", "no lease taken",
)  # fmt: skip
WRITER, CUT, TIME = "freeze who writes", "cut who writes", "time runs out"
# The fault that reveals a planted bug; the others show after three kills.
SHOWN_BY: dict[str, tuple[str, ...]] = {
    "the lock of the game left out": (WRITER,),
    "an answer overwritten at the deadline": (TIME,),
    "time over before its end": (TIME,),
    "a mail stored without the game's lock": (WRITER,),
    "the hand closes over unread mail": ("freeze every worker", "kill every worker"),
    "a mail settled before it is carried out": (CUT,),
    "a letter marked as sent before it is": ("mail server wants it later", "mail server refuses"),
}
PLANTED = [*OWN, *(each for each in ALL if each.name in SHARED)]


class Planting(AppConfig):
    """Plants the bug that the environment names, for the lifetime of this process."""

    name = "tests.faults"
    label = "faults_planted"

    def ready(self) -> None:
        for each in PLANTED:
            if each.name == os.environ.get(NAME):
                _kept.enter_context(plant(each))


_kept = ExitStack()
