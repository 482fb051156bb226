"""Tables that play the same deals, until they begin (docs/duplicate.md).

They are always locked in the same order, so that two people who sit down at once can't deadlock.
"""

from collections.abc import Sequence

from django.db.models import Case, QuerySet, When

from accounts.models import User
from accounts.operation import database_clock
from accounts.people import own_bots
from accounts.security import roles
from games import game_secrets, selectors
from games.models import Game, Seat, SeatTenure
from games.refusals import Refused
from games.services import game_log
from games.services.hands import game_flow
from games.services.lobby import deck_words

MAX_TABLES = 4
HEIRS = Case(
    When(user__kind=User.Kind.PERSON, then=0), When(user__kind=User.Kind.GUEST, then=1), default=2
)


def lock(code: str) -> Game:
    """The game with this public code, locked together with the tables of its duplicate. Raises
    `Refused`."""
    duplicate = Game.objects.filter(code=code).values_list("duplicate_id", flat=True).first()
    if duplicate is not None:
        game_secrets.lock_tables(duplicate)
    try:
        return game_secrets.lock_game(code=code)  # with all columns, which starting needs
    except Game.DoesNotExist:
        raise Refused("unknown_game") from None


def open_tables(game: Game) -> list[Game]:
    """A locked open table and the others of its duplicate, in order; the given object is in the
    list itself."""
    if game.duplicate_id is None:
        return [game]
    rows = Game.objects.filter(duplicate=game.duplicate_id, state=Game.State.OPEN).order_by("pk")
    return [game if each.pk == game.pk else each for each in rows]


def numbered(name: str, number: int) -> str:
    """The name of one of several tables."""
    return f"{name.strip()[:36]} ({number})"


def copy_bots(game: Game, other: Game) -> None:
    """Seats the bots of a table at another one of its duplicate, in the same places."""
    for bot in game.seats.filter(user__kind=User.Kind.BOT).select_related("user"):
        other.seats.filter(index=bot.index).update(
            user=bot.user,
            policy=bot.policy,
            joined_at=bot.joined_at,
            level=bot.level,
        )
        if bot.user is not None:
            game_log.write_log(other, "joined", {"seat": bot.index}, person=bot.user)
    other.save()


def check_may_sit(game: Game, user: User) -> None:
    """Refuses whoever sits or sat at another table of the duplicate, because the cards are the
    same; also a bot whose owner does, and an owner whose bot does.

    Two bots of one owner may sit at two of them, as in a tournament. Once they are dealt it also
    refuses staff, whom the admin may have shown them.
    """
    if game.duplicate_id is None or user.is_bot:
        return
    if game.closed and roles.role_of(user):
        raise Refused("duplicate_closed")
    who = own_bots.with_owner(user)
    held = SeatTenure.objects.filter(seat__game__duplicate=game.duplicate_id, user__in=who)
    sits = selectors.access.seats_at_same_deals(game, user).values_list("game__name", flat=True)
    sat = held.exclude(seat__game=game).values_list("seat__game__name", flat=True)
    if there := sits.first() or sat.first():
        raise Refused("at_sister", table=there)


def free_elsewhere(game: Game, user: User) -> None:
    """Frees the seats reserved for somebody at the other tables, where they can't sit any more."""
    if game.duplicate_id is not None:
        seats = Seat.objects.filter(game__duplicate=game.duplicate_id).exclude(game=game)
        seats.filter(kept_for__in=own_bots.with_owner(user)).update(**Seat.UNKEPT)


def people_at(tables: Sequence[Game]) -> "QuerySet[Seat]":
    """The seats at these tables that people (not bots) have, in order."""
    seats = Seat.objects.filter(game__in=tables, user__isnull=False)
    rows = seats.exclude(user__kind=User.Kind.BOT).select_related("user")
    return rows.order_by("game_id", "index")


def somebody_left(game: Game, user: User) -> None:
    """Saves an open table and the others of its duplicate: cancelled if nobody is left at any of
    them, else with a new maker if theirs has left: the first person, without any the first guest,
    and only then a program, since guests and programs may not invite."""
    tables = open_tables(game)
    heir = people_at(tables).order_by(HEIRS, "game_id", "index").first()
    for each in tables:
        if heir is None:
            close(each)
        elif each.maker_id == user.pk:
            each.maker = heir.user
        each.save()


def close(game: Game) -> None:
    """Cancels an open table. The caller saves it."""
    game.state = Game.State.CANCELLED
    game.ended_at, game.rematch_of = database_clock.now(), None


def go_on_without(game: Game) -> None:
    """Lets the others of a duplicate go on once this table of it was closed before they began.

    They begin if they only waited for its seats. One that is left alone is a table like any other.
    """
    left = [each for each in open_tables(game) if each.pk != game.pk]
    if len(left) == 1:
        left[0].duplicate = None
    if left:
        begin_when_full(left[0])


def begin_when_full(game: Game) -> None:
    """Saves a locked table, and begins all tables of its duplicate once every seat is taken."""
    tables = open_tables(game)
    if Seat.objects.filter(game__in=tables, user=None).exists():
        game.save()
    else:
        begin(tables)


def begin(tables: Sequence[Game]) -> None:
    """Deals the same cards at these locked tables, whose seats are all taken."""
    deck_words.fill(tables)
    for game in tables:
        game.closed = len(tables) > 1
        game_flow.begin(game)


def with_people(game: Game) -> list[Game]:
    """Cancels the tables at which no person sits, and returns the others, which may begin.

    Raises `Refused` if fewer than two are left.
    """
    tables = open_tables(game)
    peopled = set(people_at(tables).values_list("game_id", flat=True))
    if len(peopled) < 2:
        raise Refused("duplicate_alone")
    for each in tables:
        if each.pk not in peopled:
            close(each)
            each.save()
    return [each for each in tables if each.pk in peopled]
