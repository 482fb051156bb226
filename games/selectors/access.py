"""Which games a person may open, and which seat is theirs."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, Lower

from accounts import rows
from accounts.models import Notice, User
from accounts.operation import database_clock
from accounts.people import own_bots
from games import links
from games.models import Game, Invitation, Seat, SeatTenure
from games.refusals import Refused

RULESET = "SELECT ruleset FROM games_game WHERE code = %(code)s"
GAMES, SEATS, PEOPLE = rows.Columns(Game), rows.Columns(Seat), rows.Columns(User)
ONE_GAME = f"""
    SELECT {GAMES.of("game")} FROM games_game game WHERE code = %(code)s
"""  # noqa: S608 (names of columns)
SOME_GAMES = f"""
    SELECT {GAMES.of("game")} FROM games_game game WHERE id = ANY(%(ids)s)
"""  # noqa: S608 (names of columns)
THEIR_SEATS = f"""
    SELECT {SEATS.of("seat")} FROM games_seat seat WHERE game_id = ANY(%(ids)s)
    ORDER BY game_id, index
"""  # noqa: S608 (names of columns)
THEIR_PEOPLE = f"""
    SELECT {PEOPLE.of("person")} FROM accounts_user person WHERE id = ANY(%(ids)s)
"""  # noqa: S608 (names of columns)
Viewer = User | AnonymousUser


def with_seats() -> "QuerySet[Game]":
    """Games with maker, seats and players, prefetched in a constant number of queries."""
    seats = Seat.objects.select_related("user").order_by("index")
    return Game.objects.select_related("maker").prefetch_related(Prefetch("seats", seats))


def access_game(viewer: Viewer, code: str, link: str = "") -> Game:
    """The game, if this viewer may see its table. Raises `Refused` ("unknown_game").

    Public tables are open to everybody; others to those who sit there, were invited, have the
    `link` token, or sit at a table with the same deals. While such tables are being played, each
    is closed to everybody but its own players ("duplicate_closed").
    """
    game = read_game(code)
    if game is None or (game.state == Game.State.CANCELLED and game.started_at is None):
        raise Refused("unknown_game")
    if seat_index(game, viewer) is not None:
        return game
    if not _is_let_in(game, viewer, link):
        raise Refused("unknown_game")
    if game.closed:
        raise Refused("duplicate_closed")
    return game


def gone_without(viewer: Viewer, code: str) -> str:
    """The code of the refusal that tells somebody for whom a seat was kept, and who was told so,
    that it isn't any more, that the game has begun, or that the table was closed before; and
    whoever sat there that it was closed, or that another has their seat; empty for anybody else.
    Of a rematch that has begun, whoever sat at the game before learns on its page, and so here.
    """
    if not isinstance(viewer, User):
        return ""
    game = read_game(code)
    if game is None:
        return ""
    hidden = game.visibility != Game.Visibility.PUBLIC
    if hidden and SeatTenure.objects.filter(seat__game=game, user=viewer).exists():
        return "seat_passed_on"
    about = Q(event=f"game:{game.pk}:rematch") | Q(event__startswith=f"game:{game.pk}:kept:")
    asked = set(Notice.objects.filter(about, recipient=viewer).values_list("kind", flat=True))
    again = game.started_at is not None and game.rematch_of_id is not None
    if again and Seat.objects.filter(game=game.rematch_of_id, user=viewer).exists():
        return "rematch_begun"
    if game.state == Game.State.OPEN:
        return "not_kept" if asked else ""
    if game.started_at is None:
        sat = Seat.objects.filter(game=game, user=viewer).exists()
        return "table_closed" if asked or sat else ""
    if not asked:
        return ""
    return "rematch_begun" if "rematch" in asked else "already_started"


def ruleset_of(code: str) -> str:
    """The ruleset of a table, without a permission check: it is needed to parse a form before the
    game is accessed, and isn't shown. Raises `Refused` ("unknown_game").
    """
    for (ruleset,) in rows.fetch(RULESET, {"code": code}):
        return str(ruleset)
    raise Refused("unknown_game")


def read_game(code: str) -> Game | None:
    """A game with its seats and people, without a permission check."""
    found = GAMES.fetch(ONE_GAME, {"code": code}) if code.isprintable() else []
    return next(iter(_with_people(found)), None)


def read_games(ids: Collection[int]) -> dict[int, Game]:
    """These games by id, loaded as by `with_seats`, but with three statements written by hand,
    which don't have to be built each time.
    """
    found = _with_people(GAMES.fetch(SOME_GAMES, {"ids": list(ids)})) if ids else []
    return {game.pk: game for game in found}


def _with_people(games: list[Game]) -> list[Game]:
    if not games:
        return games
    seats = load_seats(games)
    ids = {seat.user_id for seat in seats} | {game.maker_id for game in games}
    found = PEOPLE.fetch(THEIR_PEOPLE, {"ids": list(ids - {None})})
    people = {user.pk: user for user in found}
    for game in games:
        game.maker = people.get(game.maker_id or 0)
    for seat in seats:
        seat.user = people.get(seat.user_id or 0)
    return games


def load_seats(games: Sequence[Game]) -> list[Seat]:
    """The seats of these games, without their people; each game keeps its own, as
    `prefetch_related` does.
    """
    by_game: dict[int, list[Seat]] = {game.pk: [] for game in games}
    seats = SEATS.fetch(THEIR_SEATS, {"ids": list(by_game)})
    for seat in seats:
        by_game[seat.game_id].append(seat)
    for game in games:
        kept: Any = game.seats.all()
        kept._result_cache, kept._prefetch_done = by_game[game.pk], True
        vars(game)["_prefetched_objects_cache"] = {"seats": kept}
        for seat in kept:
            seat.game = game
    return seats


def _is_let_in(game: Game, viewer: Viewer, link: str) -> bool:
    if game.visibility == Game.Visibility.PUBLIC or (link and links.good_link(game, link)):
        return True
    if not isinstance(viewer, User):
        return False
    return is_kept(game, viewer) or is_invited(game, viewer) or sits_at_same_deals(game, viewer)


def may_watch(game: Game, viewer: Viewer) -> bool:
    """Whether somebody without a seat may see the table, without its link."""
    return not game.closed and _is_let_in(game, viewer, "")


def sits_at_same_deals(game: Game, user: User) -> bool:
    """Whether this person, or a bot of theirs, sits at another table with the same deals."""
    return game.duplicate_id is not None and seats_at_same_deals(game, user).exists()


def seats_at_same_deals(game: Game, user: User) -> "QuerySet[Seat]":
    """The seats of this person and of bots of theirs at the other tables of the duplicate; not at
    one that was cancelled before it began, where no card was dealt."""
    who = own_bots.with_owner(user)
    seats = Seat.objects.filter(game__duplicate=game.duplicate_id, user__in=who)
    never_began = Q(game__state=Game.State.CANCELLED, game__started_at=None)
    return seats.exclude(game=game).exclude(never_began)


def is_kept(game: Game, user: User) -> bool:
    """Whether a seat is reserved for this person, as for a rematch."""
    return any(seat.kept_for_id == user.pk for seat in game.seats.all())


def is_kept_by(game: Game, user: User, by: User) -> bool:
    """Whether it is this one who reserves it; anybody, if nobody is known to."""
    seats = (seat for seat in game.seats.all() if seat.kept_for_id == user.pk)
    return any(seat.kept_by_id in (None, by.pk) for seat in seats)


def is_invited(game: Game, user: User) -> bool:
    """Whether this person was invited to the table by e-mail."""
    return game.invitations.filter(invites(user)).exists()


def invites(user: User) -> Q:
    """The invitations to this person's address, and those we told them of at an earlier one. They
    keep that address: whoever invited must not learn the new one."""
    event = Concat(Value("invitation:"), Cast(OuterRef("pk"), CharField()))
    told = Notice.objects.filter(recipient=user, event=event)
    return Q(Exists(told)) | (Q(email=user.email) if user.email else Q())


def may_join(game: Game, user: User, token: str = "") -> bool:
    """Whether this person may sit down here, if a seat is free. Somebody whose invitation was
    declined or has expired still sees the table, but needs its link.
    """
    if game.visibility == Game.Visibility.PUBLIC or (token and links.good_link(game, token)):
        return True
    return seat_of(game, user) is not None or may_decline(game, user)


def may_decline(game: Game, user: User) -> bool:
    """Whether a seat is kept for this person, or they have a valid invitation."""
    return is_kept(game, user) or has_valid_invitation(game, user)


def has_valid_invitation(game: Game, user: User) -> bool:
    """Whether an invitation to this person was neither declined nor has expired."""
    now = database_clock.now()
    return game.invitations.filter(invites(user), expires_at__gt=now).exists()


def invitations_by(user: User, game: Game) -> list[Invitation]:
    """The invitations to this table that this person sent, oldest first. Addresses are nobody
    else's business, not even at the table."""
    return list(game.invitations.filter(sent_by=user).order_by("pk"))


def person_named(name: str) -> User:
    """The person with this name, ignoring case. Raises `Refused` ("unknown_person")."""
    return _named(name, Q(is_active=True))


def player_named(name: str) -> User:
    """As `person_named`, to find games by it: also a bot that its owner has retired, whose past
    games stay. One that was erased has no `program` any more."""
    return _named(name, Q(is_active=True) | Q(program__isnull=False))


def _named(name: str, who: Q) -> User:
    known = User.objects.filter(who, name__lower=Lower(Value(name)))
    found = known.first() if name.isprintable() else None
    if found is None:
        raise Refused("unknown_person")
    return found


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """The viewer's seat; the game must have been fetched with its seats."""
    if not isinstance(viewer, User):
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == viewer.pk), None)


def is_strict(game: Game, user: User) -> bool:
    """Whether this person's e-mail replies must be authenticated or confirmed, by a setting of this
    seat or of their account.
    """
    seat = seat_of(game, user)
    return user.strict_mail or (seat is not None and seat.strict_mail)


def seat_index(game: Game, viewer: Viewer) -> int | None:
    """The index of the viewer's seat, or None for a spectator."""
    seat = seat_of(game, viewer)
    return None if seat is None else seat.index
