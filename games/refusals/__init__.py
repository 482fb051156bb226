"""The refusals of `games`: code, status, title and sentence.

The registry itself, and what `accounts` refuses, is `accounts.refusals`.
"""

from accounts.refusals import REFUSALS, Refusal, Refused, filled, register
from games.refusals.door import DOOR
from games.refusals.moderation import MODERATION
from games.refusals.people import PEOPLE
from games.refusals.playing import PLAYING
from games.refusals.seats import SEATS
from games.refusals.tables import TABLES
from games.refusals.talk import TALK

__all__ = ["REFUSALS", "Refusal", "Refused", "filled"]

for part in (PLAYING, SEATS, TABLES, TALK, PEOPLE, MODERATION, DOOR):
    register(part)
