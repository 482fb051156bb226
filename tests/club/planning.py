"""The plans that people write: their next few answers, or rules (docs/plans.md)."""

import random
from collections.abc import Sequence

from accounts.models import User
from games.models import Plan, Seat
from games.refusals import Refused
from games.services.hands import plans
from tests.club.people import Person

MAX_STEPS = 4
# Duck under a high tide, take a low one, otherwise stay in the middle.
RULES = {
    "turn-the-tide": """
        if the high tide is 9 or more: lowest
        if the low tide is 3 or less: highest
        always: median
    """
}
ANY = "always: median"


def write(
    person: Person, user: User, seat: Seat, left: Sequence[str], chance: random.Random
) -> None:
    """Writes a plan in this person's way, with the answers that are `left`."""
    game = seat.game
    if person.plans == "rules" and Plan.objects.filter(seat=seat).exists():
        return
    text = RULES.get(game.ruleset, ANY) if person.plans == "rules" else _steps(left, chance)
    try:
        plans.write(user, game.code, text)
    except Refused:  # the game may have ended by this very answer
        return


def _steps(left: Sequence[str], chance: random.Random) -> str:
    count = min(len(left), chance.randint(1, MAX_STEPS))
    return "next: " + ", then ".join(chance.sample(left, count)) if count else ""
