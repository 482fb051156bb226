"""Tables before the game: making one, joining, leaving, starting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.operation import database_clock
from accounts.people import new_accounts as people
from accounts.text import confusables
from games import fairness, game_secrets, sanctions
from games.catalogue import DEFAULT
from games.models import MAX_OFFER, MAX_TABLE_NAME, Duplicate, Game, Seat
from games.pace import MAX_BANK, Pace
from games.refusals import Refused, filled, reasons
from games.rules.base import Ruleset
from games.rules.errors import BadOptions
from games.rules.registry import RULESETS, ruleset
from games.services import game_log
from games.services.hands import bot_answers
from games.services.lobby import deck_words, duplicate_tables, invitations, seat_defaults, starting

MAX_OPEN_TABLES = 20
MAX_DELAY = 60  # minutes
SAT_DOWN = (
    "user",
    "joined_at",
    "kept_for",
    "kept_by",
    "policy",
    "ask_forced",
    "strict_mail",
    "entropy",
    "level",
)


@dataclass(frozen=True)
class TableSettings:
    """What somebody wants a table to be; checked by `make_table`."""

    ruleset: str = DEFAULT
    name: str = ""
    seats: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    hours: int = 24
    bank: int = 0  # hours; with a bank, each hand adds `hours`, up to `most`
    most: int = 0
    weekends: bool = True  # whether clocks run on Saturdays and Sundays
    reliable: int = 0  # percentage of hands that players must have answered in time
    visibility: str = Game.Visibility.PUBLIC
    tells: bool = True  # whether the table sees who has answered before a hand is turned
    delay: int = 0  # up to so many minutes a full hand waits; only without `tells`
    offer: int = 2  # misses in a row before a seat is offered to others; 0: never
    extensions: bool = True  # whether each seat may once give a hand more time
    votes: bool = True  # whether all players together may pause or cancel the game
    rated: bool = True  # whether it counts for ratings, if no bot sits there
    recalls: bool = True  # whether the page shows players what they have seen of earlier cards
    chat: str = Game.Chat.PLAYERS  # who may chat, and who may read it
    duplicate: int = 1  # tables that play the same deals
    bots: int = 0
    level: int | None = None  # of these bots, 1 to 8; None: the light one
    policy: str | None = None  # the maker's fallback; None: from their preferences
    entropy: str = ""


def make_table(user: User, wish: TableSettings, asked: Sequence[User] = ()) -> Game:
    """Makes an open table with its maker in the first seat, reserved seats for those `asked`, and
    bots in the next ones. It starts at once if that fills it. Raises `Refused` if the wish is
    invalid."""
    with transaction.atomic():
        user = sanctions.hold(user, asked)
        if asked:
            sanctions.check_may_write(user)
        game = create(user, wish)
        starting.check_reliable(game, user)
        sit(game, user, wish.policy, wish.entropy)
        for whom in asked:
            invitations.keep(game, user, whom)
        _seat_bots(game, wish.bots, wish.level)
        if wish.duplicate > 1:
            _open_same_deals(game, user, wish)
        duplicate_tables.begin_when_full(game)
    return game


def _open_same_deals(game: Game, user: User, wish: TableSettings) -> None:
    """The other tables of the duplicate, at which no person sits yet."""
    game.duplicate = Duplicate.objects.create()
    game.name = duplicate_tables.numbered(wish.name, 1)
    game.save()
    rules, secret = ruleset(game.ruleset), game_secrets.open_secret(game)
    for number in range(2, wish.duplicate + 1):
        named = replace(wish, name=duplicate_tables.numbered(wish.name, number))
        other = _create(user, named, rules, duplicate=game.duplicate, secret=secret)
        duplicate_tables.copy_bots(game, other)


def create(user: User, wish: TableSettings) -> Game:
    """A table at which nobody sits yet, in the caller's transaction. Raises `Refused`."""
    rules = check_wish(wish)
    _check_sanctions(user, wish)
    _check_not_too_many(user, wish.duplicate)
    return _create(user, wish, rules)


def create_for(people: Sequence[User], wish: TableSettings, by: str) -> Game:
    """A game of just these people, begun at once, in the caller's transaction. The log names `by`
    (a league, not a person) as its maker. Raises `Refused`."""
    game = _create(None, wish, check_wish(wish), by=by)
    for user in people:
        sit(game, user, wish.policy)
    duplicate_tables.begin_when_full(game)
    return game


def _check_sanctions(user: User, wish: TableSettings) -> None:
    sanctions.check_may_play(user)
    if wish.visibility == Game.Visibility.PUBLIC:
        sanctions.check_may_write(user)


def check_wish(wish: TableSettings) -> Ruleset:
    """The rules of a table with these settings. Raises `Refused` if it can't be made."""
    rules = RULESETS.get(wish.ruleset)
    if rules is None:
        raise Refused("unknown_ruleset", given=wish.ruleset, known=", ".join(sorted(RULESETS)))
    if wish.seats not in rules.SEATS:
        raise Refused(
            "bad_seats",
            {"seats": list(rules.SEATS)},
            known=starting.counts(rules),
            given=wish.seats,
        )
    if not 1 <= len(wish.name.strip()) <= MAX_TABLE_NAME or confusables.unseen(wish.name):
        raise Refused("bad_name")
    _check_pace(wish)
    if not 0 <= wish.delay <= (0 if wish.tells else MAX_DELAY):
        raise Refused("bad_delay", {"most": MAX_DELAY}, given=wish.delay, most=MAX_DELAY)
    if not 0 <= wish.offer <= MAX_OFFER:
        raise Refused("bad_offer", {"most": MAX_OFFER}, given=wish.offer, most=MAX_OFFER)
    if wish.chat not in Game.Chat.values:
        known = Game.Chat.values
        raise Refused("bad_chat", {"known": known}, given=wish.chat, known=", ".join(known))
    if not 0 <= wish.bots < wish.seats:
        raise Refused("too_many_bots", {"most": wish.seats - 1}, most=wish.seats - 1)
    bot_answers.check_level(wish.level)
    if not 1 <= wish.duplicate <= duplicate_tables.MAX_TABLES:
        most = duplicate_tables.MAX_TABLES
        raise Refused("bad_duplicate", {"most": most}, given=wish.duplicate, most=most)
    seat_defaults.check_policy(wish.policy)
    _check_options(rules, wish)
    return rules


def _check_pace(wish: TableSettings) -> None:
    if not Pace(wish.hours).is_sound():
        raise Refused("bad_hours", given=wish.hours)
    if not Pace(wish.hours, wish.bank, wish.most).is_sound():
        raise Refused("bad_bank", {"most_days": MAX_BANK // 24}, days=MAX_BANK // 24)
    if wish.bank and not wish.tells:
        raise Refused("bank_tells")
    if not 0 <= wish.reliable <= 100:
        raise Refused("bad_share", given=wish.reliable)


def _check_options(rules: Ruleset, wish: TableSettings) -> None:
    try:
        rules.start(wish.seats, wish.options)
    except BadOptions as error:
        raise Refused(
            "bad_options",
            {"options": [option.name for option in rules.OPTIONS], "reason": error.reason},
            reason=filled(reasons.OPTIONS[error.reason], **error.facts),
        ) from None


def _check_not_too_many(user: User, further: int) -> None:
    if user.made_games.filter(state=Game.State.OPEN).count() + further > MAX_OPEN_TABLES:
        raise Refused("too_many_tables", most=MAX_OPEN_TABLES)


def _create(
    user: User | None,
    wish: TableSettings,
    rules: Ruleset,
    *,
    by: str = "",
    duplicate: Duplicate | None = None,
    secret: bytes = b"",
) -> Game:
    game = Game(
        name=wish.name.strip(),
        ruleset=rules.SLUG,
        rules_version=rules.VERSION,
        options=dict(wish.options),
        seat_count=wish.seats,
        visibility=wish.visibility,
        hours=wish.hours,
        bank_hours=wish.bank,
        most_hours=wish.most,
        weekends=wish.weekends,
        least_share=wish.reliable,
        shows_bids=wish.tells,
        delay_minutes=wish.delay,
        offer_after=wish.offer,
        extensions=wish.extensions,
        votes=wish.votes,
        rated=wish.rated,
        recalls=wish.recalls,
        chat=wish.chat,
        maker=user,
        duplicate=duplicate,
    )
    game_secrets.keep_secret(game, secret or fairness.new_secret())
    game.save()
    Seat.objects.bulk_create(Seat(game=game, index=index) for index in range(wish.seats))
    game_log.write_log(game, "made", {"name": by} if by else None, person=user)
    return game


def sit(
    game: Game, user: User, policy: str | None, entropy: str = "", *, level: int | None = None
) -> Seat:
    """Puts somebody into the first free seat of a locked table, or into one reserved for them.

    `policy`: their fallback; None: from their preferences, or as before in a rematch. `entropy`:
    the seat's own share in the deck (any words; docs/fairness.md); if empty, it will follow from
    the secret. `level`: of a bot.
    """
    free = list(game.seats.filter(user=None).order_by("index"))
    free.sort(key=lambda seat: seat.kept_for_id != user.pk)  # one reserved for them first
    seat = next((seat for seat in free if seat.kept_for_id in (None, user.pk)), None)
    if seat is None:
        raise Refused("table_full")
    seat.user, seat.joined_at, seat.level = user, database_clock.now(), level
    seat.kept_for = seat.kept_by = None
    seat_defaults.set_up(seat, user, policy)
    deck_words.bring(seat, user, entropy)
    try:
        with transaction.atomic():
            seat.save(update_fields=SAT_DOWN)
    except IntegrityError:  # the constraint "user_once_a_game"
        raise Refused("already_seated") from None
    game_log.write_log(game, "joined", {"seat": seat.index}, person=user)
    return seat


def _seat_bots(game: Game, count: int, level: int | None) -> None:
    seated = set(game.seats.exclude(user=None).values_list("user_id", flat=True))
    free = [bot for bot in people.bots(count + len(seated)) if bot.pk not in seated]
    for bot in free[:count]:
        sit(game, bot, Seat.Policy.RANDOM, level=level)


def join(
    user: User,
    code: str,
    *,
    link: str = "",
    policy: str | None = None,
    entropy: str = "",
    given_at: datetime | None = None,
) -> Game:
    """Sits down at an open table, which starts if that fills it.

    A table by link needs the `link` token of its address, or an invitation. The rest is as in
    `sit`.
    """
    seat_defaults.check_policy(policy)
    with transaction.atomic():
        sanctions.check_may_play(sanctions.hold(user))
        game = duplicate_tables.lock(code)
        invitations.check_may_join(game, user, link, given_at)
        _check_open(game)
        if game.seats.filter(user=user).exists():
            raise Refused("already_seated")
        duplicate_tables.check_may_sit(game, user)
        starting.check_reliable(game, user)
        sit(game, user, policy, entropy)
        duplicate_tables.free_elsewhere(game, user)
        invitations.note_accepted(game, user, link)
        duplicate_tables.begin_when_full(game)
    return game


def _check_open(game: Game) -> None:
    if game.state == Game.State.CANCELLED:
        raise Refused("unknown_game")
    if game.state != Game.State.OPEN:
        raise Refused("already_started")


def leave(user: User, code: str, *, given_at: datetime | None = None, keep: bool = False) -> Game:
    """Leaves a table before its start. It is cancelled when its last person leaves. `keep`: the
    seat stays reserved for them."""
    with transaction.atomic():
        game = duplicate_tables.lock(code)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise Refused("not_seated")
        _check_open(game)
        seat.user, seat.joined_at, seat.entropy = None, None, ""
        seat.kept_for = user if keep else None
        seat.save(update_fields=["user", "joined_at", "entropy", "kept_for"])
        game_log.write_log(game, "left", {"seat": seat.index}, person=user, at=given_at)
        duplicate_tables.somebody_left(game, user)
    return game


def start(user: User, code: str, *, fill_with_bots: bool = False, level: int | None = None) -> Game:
    """Starts with those who are seated; free seats are removed, or given to bots of that level.
    For the maker, and whoever has waited long enough."""
    bot_answers.check_level(level)
    sanctions.check_may_play(user)
    with transaction.atomic():
        game = duplicate_tables.lock(code)
        _check_open(game)
        invitations.check_leads(game, user)
        if game.duplicate_id is not None:
            _start_duplicate(game, fill_with_bots=fill_with_bots, level=level)
            return game
        free = list(game.seats.filter(user=None))
        game.seats.update(**Seat.UNKEPT)
        if fill_with_bots:
            _seat_bots(game, len(free), level)
        elif free:
            starting.with_fewer(game, [seat.pk for seat in free])
        duplicate_tables.begin([game])
    return game


def _start_duplicate(game: Game, *, fill_with_bots: bool, level: int | None) -> None:
    """All tables at which somebody sits, with bots in their free seats."""
    if not fill_with_bots:
        raise Refused("duplicate_full")
    begun = duplicate_tables.with_people(game)
    Seat.objects.filter(game__in=begun).update(**Seat.UNKEPT)
    for each in begun:
        _seat_bots(each, each.seats.filter(user=None).count(), level)
    duplicate_tables.begin(begun)


def play_now(
    user: User,
    *,
    bots: int | None = None,
    ruleset: str = DEFAULT,
    level: int | None = None,
) -> Game:
    """A table by link with bots in every other seat, started at once.

    Without `bots`, the middle one of the game's allowed numbers of players.
    """
    rules = RULESETS.get(ruleset)
    if bots is None:
        bots = rules.SEATS[len(rules.SEATS) // 2] - 1 if rules else 1
    return make_table(
        user,
        TableSettings(
            ruleset=ruleset,
            name=_("%(name)s & bots") % {"name": confusables.visible(user.name)[:28]},
            seats=bots + 1,
            bots=bots,
            level=level,
            visibility=Game.Visibility.LINK,
            chat=Game.Chat.OFF,
            hours=7 * 24,
        ),
    )


def set_policy(
    user: User, code: str, policy: str | None = None, *, strict_mail: bool | None = None
) -> Seat:
    """Changes a seat's fallback, and whether mails for it count only if their sender is
    authenticated (or they are confirmed). None leaves a setting unchanged. Raises `Refused`."""
    if policy is not None:
        seat_defaults.check_policy(policy)
    sanctions.check_may_play(user)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise Refused("not_seated")
        if policy is not None and game.state in (Game.State.OVER, Game.State.CANCELLED):
            raise Refused("game_over")
        seat.policy = seat.policy if policy is None else policy
        seat.strict_mail = seat.strict_mail if strict_mail is None else strict_mail
        seat.save(update_fields=["policy", "strict_mail"])
    return seat
