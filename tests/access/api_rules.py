"""The addresses of the API: what each is asked about, and who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import links
from games.models import Game
from games.rules.errors import RulesError
from games.services.moderation.commands import COMMANDS
from tests.access import rules
from tests.access.rules import Address, Rule, Sent, Things
from tests.access.world import HOOK, SUBSTITUTE, Role, Thing, World, commands
from tests.games.making import legal

ROOT = "api/v1/"
OPEN, RUNNING, OVER = Game.State.OPEN, Game.State.RUNNING, Game.State.OVER
AT = "games/<code:code>"
NOT_HERE = "Turn the Tide has nothing of the kind; tests/games/api has it"


def _way(route: str, things: Things, by: dict[str, Rule], **more: Any) -> tuple[str, Address]:
    def path(_world: World, thing: Thing) -> str:
        start, _open, rest = route.partition("<")
        return f"/{ROOT}{start}" + (f"{thing.key}{rest.partition('>')[2]}" if rest else "")

    return ROOT + route, Address(by, things, more.pop("path", path), json=True, **more)


def _house(route: str, **by: Rule) -> tuple[str, Address]:
    return _way(route, rules.nothing, by)


def _sending(body: dict[str, Any]) -> Sent:
    return lambda _world, _role, _thing: body


def _in_game(rest: str, sent: dict[str, Sent] | None = None, **by: Rule) -> tuple[str, Address]:
    return _way(AT + rest, rules.games, by, sent=sent or {})


def _link(_world: World, role: Role, thing: Thing) -> dict[str, Any]:
    """Who was given the link of a table shows it; for reading, as a query."""
    return {"link": links.link_token(thing.game)} if role.has_link and thing.game else {}


def _bid(world: World, role: Role, thing: Thing) -> dict[str, Any]:
    seat = rules.seat_of(world, role, thing)
    try:
        return {"bid": legal(thing.game, seat or 0)[0]} if thing.game else {}
    except (IndexError, TypeError, RulesError):
        return {"bid": "1"}


def _hand(_world: World, _role: Role, thing: Thing) -> dict[str, Any]:
    return {"hand": thing.game.hand_number if thing.game else 0}


def _at_hand(rest: str = "") -> Callable[[World, Thing], str]:
    return lambda _world, thing: f"/{ROOT}games/{thing.key}/hands/{thing.hand}{rest}"


def _hands(world: World) -> list[Thing]:
    """The first hand of each game, and the one that is open, or was last."""
    return [
        replace(thing, name=f"{thing.name}, hand {number}", hand=number)
        for thing in rules.games(world)
        for number in sorted({1, thing.game.hand_number if thing.game else 1})
    ]


def _is_turned(thing: Thing) -> bool:
    """Not the last one of a game that moderators ended: it is void."""
    return thing.game is not None and 0 < thing.hand < thing.game.hand_number


def _act(_world: World, _role: Role, thing: Thing) -> dict[str, Any]:
    given = asdict(thing.given) if thing.given else {}
    named = (*COMMANDS[thing.command].fields, "reason", "text")
    return {"target": thing.key, **{name: given[name] for name in named}}


def _owned(what: str) -> Things:
    return lambda world: [
        Thing(f"{what} of {owner}", str(key), of=(owner,)) for key, owner in world.own[what].items()
    ]


def _people(world: World) -> list[Thing]:
    return [Thing(each.name, each.name, of=(each.pk,)) for each in world.people]


def _league(_world: World) -> list[Thing]:
    return [Thing("the league", "tides")]


def _entries(world: World) -> list[Thing]:
    return [rules.entry_thing(world, entry) for entry in world.entries]


def _soon(days: int) -> str:
    return (timezone.now().date() + timedelta(days=days)).isoformat()


def _sees_turned(world: World, role: Role, thing: Thing) -> bool:
    """A hand that was turned, of a table that one may see."""
    return _is_turned(thing) and rules.sees(world, role, thing)


def _own_turned(world: World, role: Role, thing: Thing) -> bool:
    """The answer of the seat that one has, but not if somebody else had it when it was given."""
    played = role.name != SUBSTITUTE
    return played and _is_turned(thing) and rules.seated(world, role, thing)


def _sees_unlinked(world: World, role: Role, thing: Thing) -> bool:
    """Signed in, at a table that one sees without its link."""
    return role.user is not None and rules.sees(world, replace(role, name=""), thing)


GRANT = "urn:ietf:params:oauth:grant-type:device_code"
NEW_TABLE = {"ruleset": "turn-the-tide", "name": "Sylt", "seats": 3}
OWN_SEAT = rules.seated_in(RUNNING)
ADDRESSES: dict[str, Address] = dict(
    [
        _way(
            "me", rules.nothing, {"GET": rules.signed_in, "PATCH": rules.signed_in},
            sent={"PATCH": _sending({"zone": "Europe/Berlin"})},
        ),
        _house("me/moves", GET=rules.signed_in),
        _way(
            "device/code", rules.nothing, {"POST": rules.everybody},
            sent={"POST": _sending({"client_id": "Bot", "scope": "play"})},
        ),
        _way(
            "device/token", rules.nothing, {},
            sent={"POST": _sending({"grant_type": GRANT, "device_code": "none"})},
        ),
        _house("events", GET=rules.signed_in),
        _house("events/stream", GET=rules.signed_in),
        _house("records", GET=rules.everybody),
        _house("me/games", GET=rules.signed_in),
        _way(
            "me/vacations", rules.nothing,
            {"GET": rules.signed_in, "POST": lambda _w, role, _t: rules.playing(role)},
            sent={"POST": _sending({"first": _soon(60), "last": _soon(61)})},
        ),
        _way("me/vacations/<number:number>", _owned("vacations"), {"DELETE": rules.owner}),
        _way(
            "me/preferences", rules.nothing, {"GET": rules.signed_in, "PATCH": rules.signed_in},
        ),
        _way(
            "me/wishes", rules.nothing, {"GET": rules.signed_in, "PATCH": rules.signed_in},
            sent={"PATCH": _sending({"digest": "daily"})},
        ),
        _house("me/notices", GET=rules.signed_in),
        _house("me/notices/read", POST=rules.signed_in),
        _way(
            "me/webhooks", rules.nothing, {"GET": rules.signed_in, "POST": rules.signed_in},
            sent={"POST": _sending({"url": HOOK + "2"})},
        ),
        _way("me/webhooks/<number:number>", _owned("webhooks"), {"DELETE": rules.owner}),
        _way("me/webhooks/<number:number>/ping", _owned("webhooks"), {"POST": rules.owner}),
        _way("me/webhooks/<number:number>/deliveries", _owned("webhooks"), {"GET": rules.owner}),
        _way(
            "me/webhooks/<number:number>/deliveries/<number:delivery>/again", _owned("webhooks"),
            {"POST": rules.owner},
            path=lambda _w, thing: f"/{ROOT}me/webhooks/{thing.key}/deliveries/1/again",
            never={"POST": "nothing was sent there yet: tests/accounts/notifications"},
        ),
        _house("me/sessions", GET=rules.signed_in),
        _way(
            "me/sessions/<number:number>", rules.nothing, {"DELETE": rules.signed_in},
            path=lambda _w, _t: f"/{ROOT}me/sessions/999999999",
            never={"DELETE": "nobody has that: tests/games/api/people/test_own_sessions.py has it"},
        ),
        _house("me/export", GET=rules.signed_in),
        _way(
            "me/deletion", rules.nothing, {},
            sent={"POST": _sending({"name": "Marit", "password": "wrong"})},
        ),
        _way(
            "me/bots", rules.nothing, {"GET": rules.signed_in, "POST": rules.signed_in},
            sent={"POST": _sending({"name": "Amrum"})},
        ),
        _way(
            "me/bots/<number:number>", _owned("bots"),
            {"PATCH": rules.owner, "DELETE": rules.owner},
            sent={"PATCH": _sending({"name": "Juist"})},
        ),
        _way("me/bots/<number:number>/key", _owned("bots"), {"POST": rules.owner}),
        _way(
            "me/reports", rules.nothing, {"GET": rules.signed_in, "POST": rules.signed_in},
            sent={"POST": _sending({"kind": "other", "text": "The clock is wrong."})},
        ),
        _house("me/ignored", GET=rules.signed_in),
        _way(
            "me/ignored/<name:name>", _people,
            {"PUT": rules.of_others, "DELETE": rules.signed_in},
        ),
        _house("me/friends", GET=rules.signed_in),
        _way(
            "me/friends/<name:name>", _people,
            {"PUT": rules.befriends, "DELETE": rules.signed_in},
        ),
        _way("people/<name:name>", _people, {"GET": rules.everybody}),
        _way(  # whoever knows address and password, whatever else he shows
            "token", rules.nothing,
            {"GET": rules.signed_in, "POST": rules.everybody, "DELETE": rules.signed_in},
            sent={"POST": _sending({"email": "wim@example.org", "password": "Wim"})},
            never={"DELETE": "it is of the key that asks, and these come with a session"},
        ),
        _way("token/<number:number>", _owned("keys"), {"DELETE": rules.owner}),
        _house("rulesets", GET=rules.everybody),
        _way(
            "games", rules.nothing,
            {"GET": rules.everybody, "POST": lambda _w, role, _t: rules.playing(role)},
            sent={"POST": _sending(NEW_TABLE)},
        ),
        _in_game("", {"GET": _link}, GET=rules.sees),
        _in_game("/join", {"POST": _link}, POST=rules.joins),
        _in_game("/leave", POST=rules.seated_in(OPEN)),
        _in_game("/start", {"POST": _sending({"fill_with_bots": True})}, POST=rules.made_it),
        _in_game(
            "/invitations", {"POST": _sending({"email": "new@example.org"})},
            POST=rules.seated_in(OPEN),
        ),
        _way(
            f"{AT}/invitations/<name:name>", rules.games, {"PUT": rules.seated_in(OPEN)},
            path=lambda _w, thing: f"/{ROOT}games/{thing.key}/invitations/Ida",
        ),
        _in_game(
            "/words", {"PUT": _sending({"entropy": "gulls"})}, PUT=rules.seated_in(OPEN)
        ),
        _in_game(
            "/seat", {"PATCH": _sending({"policy": "highest"})}, PATCH=rules.seated
        ),
        _house("seats", GET=rules.everybody),
        _way(
            AT + "/seats/<number:number>/take", rules.games, {"POST": rules.takes_seat},
            sent={"POST": _link}, path=lambda _w, thing: f"/{ROOT}games/{thing.key}/seats/2/take",
        ),
        _in_game("/away", {"POST": _sending({"how": "bot"})}, POST=OWN_SEAT),
        _in_game("/back", POST=OWN_SEAT),
        _in_game("/votes", {"POST": _sending({"wish": "pause"})}, POST=OWN_SEAT),
        _way(
            AT + "/votes/<slug:wish>", rules.games, {"DELETE": OWN_SEAT},
            path=lambda _w, thing: f"/{ROOT}games/{thing.key}/votes/pause",
        ),
        _in_game("/go-on", POST=OWN_SEAT),
        _in_game("/extend", {"POST": _hand}, POST=OWN_SEAT),
        _in_game("/rematch", POST=rules.seated_in(OVER)),
        _in_game("/log", {"GET": _link}, GET=rules.sees),
        _way(
            AT + "/hands/<number:number>", _hands, {"GET": _sees_turned},
            sent={"GET": _link}, path=_at_hand(),
        ),
        _way(
            AT + "/hands/<number:number>/bid", _hands,
            {"GET": _own_turned, "PUT": OWN_SEAT}, sent={"PUT": _bid}, path=_at_hand("/bid"),
        ),
        _in_game(
            "/plan", {"PUT": _sending({"plan": "always: lowest"})},
            GET=rules.seated, PUT=OWN_SEAT, DELETE=OWN_SEAT,
        ),
        _in_game(
            "/plan/try", {"POST": _sending({"plan": "always: lowest"})}, POST=OWN_SEAT
        ),
        _in_game(
            "/chat", {"GET": _link, "POST": _sending({"text": "Good luck!"})},
            GET=rules.reads_talk, POST=rules.says,
        ),
        _in_game("/chat/read", {"PUT": _sending({"number": 1})}, PUT=rules.seated),
        _in_game(
            "/notes", {"GET": _link, "POST": _sending({"text": "Joost ducks."})},
            GET=rules.sees, POST=OWN_SEAT,
        ),
        _in_game("/notes/shown", {"PUT": _sending({"shown": True})}, PUT=rules.noted_in(OVER)),
        _way(  # what is not there any more is taken away already, for whoever asks
            AT + "/notes/<number:number>", rules.games,
            {"PUT": rules.noted_in(RUNNING), "DELETE": _sees_unlinked},
            sent={"PUT": _sending({"text": "Joost waits."})},
            path=lambda _w, thing: f"/{ROOT}games/{thing.key}/notes/1",
        ),
        _way(
            AT + "/asides", rules.games, {"POST": OWN_SEAT}, never={"POST": NOT_HERE},
            sent={"POST": _sending({"act": "lighthouse"})},
        ),
        _way(AT + "/peek", rules.games, {"POST": OWN_SEAT}, never={"POST": NOT_HERE}),
        _in_game("/record", {"GET": _link}, GET=rules.sees_record),
        _house("moderation/commands", GET=rules.helping),
        _way(
            "moderation/undo/<number:number>", _entries, {"POST": rules.undoes_it},
            sent={"POST": _sending({"reason": "asked"})},
        ),
        _way(
            "moderation/<slug:command>", commands, {"POST": rules.commands_it},
            sent={"POST": _act},
            path=lambda _w, thing: f"/{ROOT}moderation/{thing.command}", for_staff=True,
        ),
        _in_game("/course", {"GET": _link}, GET=rules.sees),
        _way(
            AT + "/comparison", rules.games, {"GET": rules.sees_record}, sent={"GET": _link},
            never={"GET": "not every game can be compared"},
        ),
        _way(
            AT + "/duplicate", rules.games, {"GET": rules.sees_record}, sent={"GET": _link},
            never={"GET": "none of these was played elsewhere: tests/secrecy/test_same_deals.py"},
        ),
        _house("leagues", GET=rules.everybody),
        _way("leagues/<slug:slug>", _league, {"GET": rules.everybody}),
        _way(
            "leagues/<slug:slug>/entry", _league,
            {"POST": lambda _w, role, _t: rules.playing(role), "DELETE": rules.signed_in},
            never=dict.fromkeys(("POST", "DELETE"), "its season is opened by the sweep"),
        ),
        _way(
            "people/<name:name>/ratings/<slug:ruleset>", _people, {"GET": rules.everybody},
            path=lambda _w, thing: f"/{ROOT}people/{thing.key}/ratings/turn-the-tide",
        ),
        _way(
            "ratings", rules.nothing, {"GET": rules.everybody},
            sent={"GET": _sending({"ruleset": "turn-the-tide"})},
        ),
        _way(
            "sandbox", rules.nothing, {"GET": rules.everybody},
            sent=dict.fromkeys(("GET", "POST"), _sending({"ruleset": "rowboat"})),
        ),
        _house("problems", GET=rules.everybody),
        _house("", GET=rules.everybody),
        _way(
            "guide/<slug:name>.md", lambda _w: [Thing("api", "api")],
            {"GET": rules.everybody}, path=lambda _w, thing: f"/{ROOT}guide/{thing.key}.md",
        ),
        _way(
            "problems/<slug:problem>", lambda _w: [Thing("illegal", "illegal")],
            {"GET": rules.everybody},
        ),
        _way(
            "schema/", rules.nothing, {"GET": rules.everybody},
            sent={"GET": _sending({"format": "json"})},  # YAML takes a second
        ),
        _house("docs/", GET=rules.everybody),
        _way("", rules.nothing, {}, path=lambda _w, _t: f"/{ROOT}nowhere"),
    ]
)  # fmt: skip
