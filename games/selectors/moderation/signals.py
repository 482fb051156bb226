"""Hints that two accounts belong to one person, with evidence; there are no automatic actions."""

from collections import Counter
from dataclasses import dataclass

from accounts.models import User
from games.models import Game, Seat

LAST = 200  # most recent games of a person
OFTEN, MOSTLY = 5, 0.8
QUICK = 6  # hands


@dataclass(frozen=True)
class Together:
    """How often two people play together: `games` of the `of` games of the first. Of the finished
    ones, how many the first won and lost, and how many were over after a few hands.
    """

    person: User
    games: int
    of: int
    won: int
    lost: int
    quick: int


def always_together(user: User) -> list[Together]:
    """People who sit in most of this person's games (at least a few), most often first."""
    own = list(
        Seat.objects.filter(user=user).order_by("-game_id").values_list("game_id", "index")[:LAST]
    )
    seats = Seat.objects.filter(game__in=[game for game, _index in own], user__isnull=False)
    rows = list(seats.exclude(user=user).values_list("user_id", "game_id", "index"))
    count = Counter(user_id for user_id, _game, _index in rows)
    often = [pk for pk, games in count.items() if games >= OFTEN and games >= MOSTLY * len(own)]
    people = User.objects.exclude(kind=User.Kind.BOT).in_bulk(often)
    games = Game.objects.in_bulk([game for game, _index in own])
    mine = dict(own)
    found = []
    for pk, person in people.items():
        shared = {game: index for user_id, game, index in rows if user_id == pk}
        found.append(_together(person, shared, mine, games, len(own)))
    return sorted(found, key=lambda each: -each.games)


def _together(
    person: User, shared: dict[int, int], mine: dict[int, int], games: dict[int, Game], of: int
) -> Together:
    ended = [games[key] for key in shared if games[key].state == Game.State.OVER]
    over = [game for game in ended if not game.closed]
    winners = {game.pk: set((game.outcome or {}).get("winners", ())) for game in over}
    won = sum(mine[pk] in who and shared[pk] not in who for pk, who in winners.items())
    lost = sum(shared[pk] in who and mine[pk] not in who for pk, who in winners.items())
    quick = sum(game.hand_number <= QUICK for game in over)
    return Together(person, len(shared), of, won, lost, quick)


def similar_addresses(user: User) -> list[User]:
    """Accounts whose address differs only by a tag (name+tag@…)."""
    local, _at, host = (user.email or "").partition("@")
    bare = local.partition("+")[0]
    if not bare:
        return []
    tagged = User.objects.filter(email__startswith=f"{bare}+")
    same = [other for other in tagged[:50] if (other.email or "").endswith(f"@{host}")]
    plain = User.objects.filter(email=f"{bare}@{host}")
    return [other for other in [*plain, *same] if other.pk != user.pk]
