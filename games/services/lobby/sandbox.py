"""The sandbox, where programs of different owners play each other at speed.

Its tables are in no list, nobody else joins them, and they change nobody's rating. A seat that
misses a hand (after an hour) is played by the light bot from then on, and loses.
"""

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from games import links, sanctions
from games.models import Game, SandboxTable
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.services.lobby import matching, tables
from games.services.lobby.tables import TableSettings

MAX_TABLES = 4  # tables at which a bot waits or plays at once


def enter(user: User, ruleset: str) -> Game:
    """A seat at a table where programs of others wait, or at a new one; if this one is already
    waiting, that table.

    Raises `Refused`: only_bots, suspended, unknown_ruleset, sandbox_full, too_many_tables.
    """
    if not user.is_program:
        raise Refused("only_bots")
    with transaction.atomic():
        sanctions.check_may_play(sanctions.hold(user))
        _one_at_a_time(ruleset)
        waiting = Game.objects.filter(
            sandbox__isnull=False, state=Game.State.OPEN, ruleset=ruleset
        ).order_by("pk")
        mine = waiting.filter(seats__user=user).first()
        return mine or _sit_down(user, ruleset, _of_others(waiting, user))


def _one_at_a_time(ruleset: str) -> None:
    """Programs that come at the same moment are seated together."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"sandbox {ruleset}"])


def _of_others(waiting: "QuerySet[Game]", user: User) -> "QuerySet[Game]":
    owned = waiting.filter(seats__user__program__owner=user.program.owner_id)
    gone = waiting.filter(seats__user__is_active=False)
    return waiting.exclude(pk__in=owned.values("pk")).exclude(pk__in=gone.values("pk"))


def _sit_down(user: User, ruleset: str, waiting: "QuerySet[Game]") -> Game:
    tables_now = Game.objects.filter(sandbox__isnull=False, state__in=Game.UNFINISHED)
    if tables_now.filter(seats__user=user).count() >= MAX_TABLES:
        raise Refused("sandbox_full", {"most": MAX_TABLES}, most=MAX_TABLES)
    found = matching.first_that_takes(
        waiting, lambda game: tables.join(user, game.code, link=links.link_token(game))
    )
    return found or _create(user, ruleset)


def _create(user: User, ruleset: str) -> Game:
    rules = RULESETS.get(ruleset)
    game = tables.make_table(
        user,
        TableSettings(
            ruleset=ruleset,
            name="Sandbox",
            seats=min(rules.SEATS) if rules else 0,
            visibility=Game.Visibility.LINK,
            chat=Game.Chat.OFF,
            hours=1,
            offer=1,
            extensions=False,
            votes=False,
            rated=False,
        ),
    )
    SandboxTable.objects.create(game=game)
    return game
