"""The people, and all that an address of the admin or the API can be about."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Choice, ModerationEntry, Notice, Suppression, User
from accounts.notifications import webhooks
from accounts.people import own_bots, vacations
from accounts.security import api_keys
from games import links
from games.models import Game, League, Report, Seat
from games.services.hands import vacant_seats
from games.services.lobby import invitations, tables
from games.services.mail import house_mail
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS
from games.services.seats import absence, pausing, substitutes
from games.services.talk import notes, reports
from tests.accounts.making import member, staff
from tests.games.making import bid_all, fresh, running

HOOK = "https://192.0.3.1/tideweb"  # public, so that nobody has to be asked for a name
ANYBODY, STRANGER, SPECTATOR = "anonymous", "stranger", "spectator"
PLAYER, FORMER, SUBSTITUTE = "player", "former player", "substitute"
HELPER, MODERATOR, CHIEF = "helper", "moderator", "chief"
OWN_MODERATOR, OWN_FORMER = "moderator on his own game", "moderator who gave his seat on"
NO_FACTOR, SUSPENDED = "superuser without second factor", "suspended moderator"
ROLES = (
    ANYBODY, STRANGER, SPECTATOR, PLAYER, FORMER, SUBSTITUTE, HELPER, MODERATOR, CHIEF,
    OWN_MODERATOR, OWN_FORMER, NO_FACTOR, SUSPENDED,
)  # fmt: skip


@dataclass(frozen=True)
class Role:
    """Somebody who asks; `rank` is that of the staff, empty for all who may not moderate now."""

    name: str
    user: User | None
    client: Client = field(compare=False, repr=False)
    rank: str = ""

    @property
    def has_link(self) -> bool:
        """Was given the links of the tables that have one."""
        return self.name == SPECTATOR


@dataclass(frozen=True)
class Thing:
    """What an address is about: `key` stands in it; `of` is whose it is, `game` where it is.

    `given` is what a command is given, and `hand` the number of one.
    """

    name: str
    key: str
    game: Game | None = None
    of: tuple[int, ...] = ()
    command: str = ""
    given: CommandInput | None = None
    hand: int = 1


@dataclass
class World:
    """Roles by name, games by name, and whom each game has and had."""

    whole: bool
    roles: dict[str, Role]
    games: dict[str, Game]
    seated: dict[int, dict[int, int]]  # by game: of the people their seats
    stakes: dict[int, set[int]]  # by game: who sits or sat there, made it, or was asked
    people: list[User]
    letters: list[Notice]
    reports: list[Report]
    entries: list[ModerationEntry]
    own: dict[str, dict[int, int]]  # webhooks, vacations, keys: whose it is, by pk


def build(*, whole: bool) -> World:
    """With `whole`, tables in every state that are public and that have a link, else some."""
    ours = _ours()
    theirs = {name: member(name) for name in ("Joost", "Aoife", "Ute")}
    games = _games(ours, list(theirs.values()), whole=whole)
    League.objects.create(slug="tides", name="Tides", ruleset="turn-the-tide", seats=4)
    _rows(theirs["Joost"], games["others' open"])
    own = {
        "webhooks": {_hook(ours[PLAYER]): ours[PLAYER].pk, _hook(theirs["Ute"]): theirs["Ute"].pk},
        "vacations": {_days(ours[PLAYER]): ours[PLAYER].pk},
        "keys": {_key(ours[PLAYER]): ours[PLAYER].pk, _key(theirs["Ute"]): theirs["Ute"].pk},
        "bots": {own_bots.make(ours[PLAYER], "Texel")[0].pk: ours[PLAYER].pk},
    }
    people = [ours[PLAYER], ours[STRANGER], theirs["Joost"], ours[OWN_MODERATOR], ours[HELPER]]
    world = World(
        whole=whole,
        roles=_roles(ours),
        games=games,
        seated={
            game.pk: dict(game.seats.exclude(user=None).values_list("user_id", "index"))
            for game in games.values()
        },
        stakes={game.pk: _stakes(game) for game in games.values()},
        people=people if whole else people[:4],
        letters=_letters(ours[OWN_MODERATOR], games),
        reports=_reports(ours, theirs["Joost"], games),
        entries=_entries(ours[CHIEF], games, theirs["Aoife"]),
        own=own,
    )
    for game in world.games.values():
        game.refresh_from_db()
    return world


def _rows(joost: User, game: Game) -> None:
    """A row for each list of the admin that would be empty."""
    invitations.invite(joost, game.code, "new@elsewhere.example")
    Choice.objects.create(user=joost, kind="game_over", wanted=False)
    Suppression.objects.create(address="gone@elsewhere.example", reason="550")
    house_mail.keep("abuse", "a" * 64, "you@elsewhere.example", b"Subject: x\r\n\r\ny\r\n")


def _ours() -> dict[str, User]:
    names = {
        STRANGER: "Wim", SPECTATOR: "Ida", PLAYER: "Marit", FORMER: "Fenna", SUBSTITUTE: "Sef",
    }  # fmt: skip
    found = {role: member(name) for role, name in names.items()}
    found[HELPER], found[MODERATOR] = staff("Hanna", "helper"), staff("Moos", "moderator")
    found[CHIEF] = staff("Chris", "chief")
    found[OWN_MODERATOR], found[OWN_FORMER] = staff("Odo", "moderator"), staff("Oda", "moderator")
    found[NO_FACTOR] = staff("Sander", "chief", factor=False)
    found[NO_FACTOR].is_superuser = True
    found[SUSPENDED] = staff("Susan", "moderator")
    found[SUSPENDED].suspended_until = timezone.now() + timedelta(days=9)
    for role in (NO_FACTOR, SUSPENDED):
        found[role].save()
    return found


def _roles(ours: dict[str, User]) -> dict[str, Role]:
    ranks = {
        HELPER: "helper", MODERATOR: "moderator", CHIEF: "chief",
        OWN_MODERATOR: "moderator", OWN_FORMER: "moderator",
    }  # fmt: skip
    found = {}
    for name in ROLES:
        client, user = Client(raise_request_exception=False), ours.get(name)
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        found[name] = Role(name, user, client, ranks.get(name, ""))
    return found


def _games(ours: dict[str, User], theirs: list[User], *, whole: bool) -> dict[str, Game]:
    """Of ours and of others', in every state; `hidden` ones hide who has answered."""
    found = {
        "own running": _own(ours, visibility="link", tells=False),
        "own open": _open(ours, "link"),
        "own over": _ended(_own(ours)),
        "others' running, hidden": running(theirs, visibility="link", tells=False),
        "others' open": _table(theirs[0], "public"),
        "others' running, a seat offered": _offered(running(theirs)),
    }
    if whole:
        found |= {
            "own paused": _paused(_own(ours)),
            "others' over, hidden": _ended(_begun(running(theirs, visibility="link"))),
            "own running, public": _own(ours),
            "own over, hidden": _ended(_own(ours, visibility="link")),
            "own cancelled": _cancelled(_own(ours)),
            "others' open, hidden": _table(theirs[1], "link"),
            "others' over": _ended(_begun(running(theirs))),
            "others' cancelled": _cancelled(running(theirs)),
            "others' paused, hidden": _paused(running(theirs, visibility="link")),
        }
    return {name: fresh(game) for name, game in found.items()}


def _table(maker: User, visibility: str) -> Game:
    return tables.make_table(
        maker, tables.TableSettings(name="Texel", seats=4, visibility=visibility)
    )


def _open(ours: dict[str, User], visibility: str) -> Game:
    game = _table(ours[PLAYER], visibility)
    for role in (OWN_MODERATOR, SUBSTITUTE):
        tables.join(ours[role], game.code, link=links.link_token(game))
    return game


def _own(ours: dict[str, User], **wish: Any) -> Game:
    """Marit made it, Odo sits there, Sef has the seat that Fenna and Oda had; Marit noted
    something; hand 4 is open."""
    game = running([ours[PLAYER], ours[OWN_MODERATOR], ours[FORMER]], **wish)
    notes.add(ours[PLAYER], game.code, "Odo ducks.")
    for before, after in ((FORMER, OWN_FORMER), (OWN_FORMER, SUBSTITUTE)):
        _begun(game)
        absence.leave(ours[before], game.code)
        link = links.link_token(game)
        substitutes.take(ours[after], game.code, 2, link=link)
    return _begun(game)


def _begun(game: Game) -> Game:
    """One hand on, for which somebody may be excused or that may be taken back."""
    bid_all(game)
    return fresh(game)


def _ended(game: Game) -> Game:
    judge = User.objects.get(name="Chris")
    execution.carry_out(judge, "end", game.code, CommandInput("asked"))
    return game


def _paused(game: Game) -> Game:
    game = fresh(game)
    pausing.pause(game)
    game.save()
    return game


def _cancelled(game: Game) -> Game:
    game = fresh(game)
    pausing.cancel(game)
    game.save()
    return game


def _offered(game: Game) -> Game:
    game = _begun(game)
    seat = game.seats.select_related("user").get(index=2)
    absence.stand_in(game, seat, Seat.Absence.OFFERED, vacant_seats.LEFT)
    return game


def _stakes(game: Game) -> set[int]:
    seats = game.seats.values_list("user_id", "tenures__user_id")
    return {pk for row in seats for pk in row if pk} | {game.maker_id or 0}


def _hook(user: User) -> int:
    return webhooks.add(user, HOOK)[0].pk


def _key(user: User) -> int:
    api_keys.issue(user)
    return api_keys.keys_of(user)[0].pk


def _days(user: User) -> int:
    first = timezone.now().date() + timedelta(days=40)
    return vacations.book(user, first, first + timedelta(days=3)).pk


def _letters(odo: User, games: dict[str, Game]) -> list[Notice]:
    """To Odo about his own game, to Joost about one that others play."""
    rows = Notice.objects.filter(kind="game_started")
    theirs = games["others' running, hidden"]
    found = [
        rows.filter(recipient=odo).latest("pk"),
        rows.filter(facts__game=theirs.pk, recipient__name="Joost").latest("pk"),
    ]
    for letter in found:
        letter.state, letter.finished_at = Notice.State.SENT, timezone.now()
        letter.save()
    return found


def _reports(ours: dict[str, User], joost: User, games: dict[str, Game]) -> list[Report]:
    """About a game of others, about Odo's own, about Odo himself, and by Odo."""
    theirs, own, odo = games["others' running, hidden"], games["own running"], ours[OWN_MODERATOR]
    return [
        reports.make(joost, "stuck", "It stands still.", game=theirs, person=None),
        reports.make(ours[PLAYER], "unfair", "It is unfair.", game=own, person=None),
        reports.make(joost, "conduct", "He is rude.", game=None, person=odo),
        reports.make(odo, "other", "A question.", game=None, person=ours[STRANGER]),
    ]


def _entries(chief: User, games: dict[str, Game], person: User) -> list[ModerationEntry]:
    """What may be undone: an own game's pause, another's, and somebody's mute."""
    own, theirs = games["own running"], games["others' running, a seat offered"]
    did = [
        execution.carry_out(chief, "take_back", own.code, CommandInput("defect", hand=2)),
        execution.carry_out(chief, "take_back", theirs.code, CommandInput("defect", hand=1)),
        execution.carry_out(chief, "mute", str(person.pk), CommandInput("conduct", days=3)),
    ]
    return [done.entry for done in did]


def commands(world: World) -> list[Thing]:
    """Each command with each thing that it can be pointed at."""
    found = []
    for slug, command in COMMANDS.items():
        given = _given(slug)
        for target in _targets(world, command.on):
            name = f"{slug}, {target.name}"
            found.append(Thing(name, target.key, target.game, target.of, slug, given))
    return found


def _given(slug: str) -> CommandInput:
    from tests.games.services.moderation.setting import GIVEN

    return {"replace": CommandInput("absent", seat=0, person="Ida")}.get(slug, GIVEN[slug])


def _targets(world: World, on: str) -> list[Thing]:
    if on == "game":
        games = world.games.items() if world.whole else [*world.games.items()][::2]
        return [Thing(name, game.code, game) for name, game in games]
    if on == "person":
        return [Thing(f"person {each.name}", str(each.pk), of=(each.pk,)) for each in world.people]
    if on == "letter":
        return [letter_thing(world, each) for each in world.letters]
    return [Thing("all games", "all")]


def letter_thing(world: World, letter: Notice) -> Thing:
    """A letter: whose it is, and the game that it is about."""
    game = next(game for game in world.games.values() if game.pk == letter.facts["game"])
    return Thing(f"letter {letter.pk}", str(letter.pk), game, (letter.recipient_id or 0,))
