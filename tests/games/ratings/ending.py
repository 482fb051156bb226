"""Games that are over as they were wished, without being played: for lists and figures."""

from django.utils import timezone

from accounts.models import User
from games.models import Game, Record
from games.services.results import ratings
from tests.games.making import running


def ended(users: list[User], scores: list[int], **wish: object) -> Game:
    """A game of these people that ended with these scores; the highest win."""
    game = running(users, **wish)
    best = max(scores)
    game.outcome = {
        "scores": scores,
        "winners": [seat for seat, score in enumerate(scores) if score == best],
    }
    game.state, game.ended_at = Game.State.OVER, timezone.now()
    game.save()
    Record.objects.create(game=game, data={"outcome": game.outcome})
    ratings.note(game, by_rules=True)
    return game
