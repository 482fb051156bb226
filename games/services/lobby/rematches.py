"""Another game of the same people at the same table, by one click."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.people import own_sessions
from accounts.text import confusables
from games import game_secrets, links, sanctions
from games.models import Game, LogEntry, Seat
from games.refusals import Refused
from games.services import wake_workers
from games.services.lobby import duplicate_tables, starting, tables
from games.services.lobby.tables import TableSettings
from games.services.notifications import seat_notices


def rematch(user: User, code: str, *, given_at: datetime | None = None) -> Game:
    """The table at which these people play again, with this person seated at it.

    The first to ask makes it, with the same options and everybody one seat further; seats are
    reserved for the other people, who are notified. Everybody else joins that table, also without
    its link. `given_at`: when it was asked for, if earlier (a mail). Raises `Refused`.
    """
    try:
        return _again(user, code, given_at)
    except Refused as refused:
        if refused.code != "unknown_game":
            raise
    return _again(user, code, given_at)  # that table was closed while they waited to sit down


def _again(user: User, code: str, given_at: datetime | None) -> Game:
    with transaction.atomic():
        user = sanctions.hold(user)
        old = game_secrets.lock_game_by_code(code)
        if not old.seats.filter(user=user).exists():
            raise Refused("not_seated")
        if old.state not in Game.ENDED:
            raise Refused("not_over")
        game = Game.objects.filter(rematch_of=old).first()
        if game is None:
            if given_at is not None and _has_left_one_since(old, user, given_at):
                raise Refused("changed_since")
            return _create(old, user)
    if game.seats.filter(user=user).exists():
        return game
    if game.state != Game.State.OPEN:
        raise Refused("rematch_begun")
    return tables.join(user, game.code, link=links.link_token(game), given_at=given_at)


def _has_left_one_since(old: Game, user: User, moment: datetime) -> bool:
    """Whether this person has left such a table since that moment. Once its last person has left,
    only its name says what it was for."""
    left = LogEntry.objects.filter(kind="left", person=user, at__gt=moment)
    return left.filter(game__name=_name(old), game__ruleset=old.ruleset).exists()


def _create(old: Game, user: User) -> Game:
    people = {each.index: each for each in old.seats.select_related("user")}
    game = tables.create(user, _wish(old))
    starting.check_reliable(game, user)
    game.rematch_of = old
    for fresh in game.seats.all():
        former = people[(fresh.index - 1) % old.seat_count]
        if former.user is not None and _may_come(former.user) and not former.absence:
            fresh.kept_for, fresh.kept_by = former.user, user
            fresh.save(update_fields=["kept_for", "kept_by"])
    for former in people.values():
        if former.user is not None and former.user.is_bot:
            tables.sit(game, former.user, Seat.Policy.RANDOM, level=former.level)
    tables.sit(game, user, None)
    seat_notices.rematch(game)
    duplicate_tables.begin_when_full(game)
    wake_workers.deliver()
    return game


def _may_come(user: User) -> bool:
    """Whether a seat is worth keeping for somebody: not for a guest who has gone on to an account,
    nor for a program, which has no notices and so wouldn't hear of it."""
    gone = user.is_guest and own_sessions.have_ended(user)
    return user.is_active and not user.is_program and not gone


def _name(old: Game) -> str:
    return confusables.visible(old.name).strip() or old.code


def _wish(old: Game) -> TableSettings:
    return TableSettings(
        ruleset=old.ruleset,
        name=_name(old),
        seats=old.seat_count,
        options=old.options,
        hours=old.hours,
        bank=old.bank_hours,
        most=old.most_hours,
        weekends=old.weekends,
        reliable=old.least_share,
        visibility=old.visibility,
        tells=old.shows_bids,
        delay=old.delay_minutes,
        offer=old.offer_after,
        extensions=old.extensions,
        votes=old.votes,
        rated=old.rated,
        recalls=old.recalls,
        chat=old.chat,
    )
