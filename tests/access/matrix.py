"""Asks at every address as everybody about everything, and compares with the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from zlib import crc32

from django.db import transaction
from django.urls import resolve

from games.services.moderation.commands import COMMANDS
from tests.access import admin_rules, api_rules
from tests.access.rules import Address
from tests.access.world import ANYBODY, CHIEF, NO_FACTOR, PLAYER, SUSPENDED, Role, Thing, World
from tests.answers import Answer
from tests.games.api import contract
from tests.secrecy.addresses import routes

EVERY = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
# Which of them mean anything: Django's own pages know nothing but GET and POST.
METHODS = {"api": ("GET", "POST", "PUT", "PATCH", "DELETE"), "admin": ("GET", "POST")}
BOLD = (ANYBODY, PLAYER, NO_FACTOR, CHIEF)
TABLES = {"api": api_rules.ADDRESSES, "admin": admin_rules.ADDRESSES}
Asked = tuple[Role, Thing, str]
SIGN_IN = ("/account/login", "/admin/login")


@dataclass
class Found:
    """What came of it: `unexpected` are answers that a rule does not grant (or that broke)."""

    asked: int = 0
    granted: Counter[tuple[str, str]] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)  # readings that a rule grants
    undocumented: list[str] = field(default_factory=list)  # that the schema of the API has not
    things: set[str] = field(default_factory=set)
    roles: set[str] = field(default_factory=set)

    def words(self) -> str:
        """In a line."""
        return (
            f"{self.asked:,} requests, {len(self.things)} objects × {len(self.roles)} roles: "
            f"{len(self.unexpected)} unexpected answers, {len(self.withheld)} withheld"
        )


def there(prefix: str) -> set[str]:
    """The addresses of the URL conf that begin so."""
    return {route for route in routes() if route.startswith(prefix)}


def ask_all(world: World, table: str, size: str) -> Found:
    """The requests of this size to the addresses of this table, each rolled back."""
    found = Found()
    for route, address in TABLES[table].items():
        for asked in SIZES[size](world, table, route, address):
            _one(world, route, address, *asked, found)
    return found


def _every(world: World, _table: str, _route: str, address: Address) -> Iterator[Asked]:
    """By every method as everybody about everything."""
    for thing in address.things(world):
        for role in world.roles.values():
            for method in EVERY:
                yield role, thing, method


def _differing(world: World, table: str, _route: str, address: Address) -> Iterator[Asked]:
    """What differs by rule; what is nobody's is tried by the boldest, about the first thing."""
    for place, thing in enumerate(address.things(world)):
        for role in world.roles.values():
            if place and _is_bystander(table, address, role):
                continue
            for method in METHODS[table]:
                if method in address.rules or (not place and role.name in BOLD):
                    yield role, thing, method


def _sample(world: World, table: str, route: str, address: Address) -> Iterator[Asked]:
    """Of each method one request that is granted and one that is refused; of commands one that is
    granted for each kind of target, and one that is refused for each kind and each right (which
    right each command needs is asked in tests/games/services/moderation/test_rights.py).

    A method that neither a rule nor the view knows isn't asked: the framework itself refuses it.
    """
    taken: set[tuple[str, bool, tuple[str, ...]]] = set()
    everything = [*_differing(world, table, route, address)]
    for role, thing, method in sorted(everything, key=lambda asked: _lot(route, *asked)):
        rule = address.rules.get(method)
        if rule is None and not _has(address.path(world, thing), method):
            continue
        may = rule is not None and rule(world, role, thing)
        kind = (method, may, _like(thing, may))
        if kind not in taken:
            taken.add(kind)
            yield role, thing, method


def _like(thing: Thing, may: bool) -> tuple[str, ...]:
    command = COMMANDS.get(thing.command)
    if command is None:
        return ()
    return (command.on,) if may else (command.on, command.needs)


def _has(path: str, method: str) -> bool:
    """Whether the view at this path has a function for the method, or may have (the admin's)."""
    view = getattr(resolve(path).func, "cls", None)
    return view is None or hasattr(view, method.lower())


def _lot(route: str, role: Role, thing: Thing, method: str) -> int:
    """A place in a queue, the same in every run."""
    return crc32(f"{method} {route} {role.name} {thing.name}".encode())


SIZES: dict[str, Callable[[World, str, str, Address], Iterator[Asked]]] = {
    "sample": _sample,
    "differing": _differing,
    "every": _every,
}


def _is_bystander(table: str, address: Address, role: Role) -> bool:
    """Who may nothing here whatever it is about, and so asks about the first thing only."""
    if table == "admin" or address.for_staff:
        return not role.rank
    return bool(role.rank) or role.name in (NO_FACTOR, SUSPENDED)


def _one(
    world: World,
    route: str,
    address: Address,
    role: Role,
    thing: Thing,
    method: str,
    found: Found,
) -> None:
    rule = address.rules.get(method)
    may = rule is not None and rule(world, role, thing)
    answer = ask(world, address, role, thing, method)
    if answer.streaming:
        list(answer)  # to its end: few may download at once
    found.asked += 1
    found.things.add(thing.name)
    found.roles.add(role.name)
    text = f"{method} {route} as {role.name} about {thing.name}: {answer.status_code}"
    if answer.status_code >= 500 or (granted(answer) and not may):
        found.unexpected.append(text)
    if address.json and rule is not None and not answer.streaming:
        found.undocumented += _undocumented(method, address.path(world, thing), answer)
    if granted(answer):
        found.granted[route, method] += 1
    elif may and method == "GET" and method not in address.never:
        found.withheld.append(text)


def _undocumented(method: str, path: str, answer: Answer) -> Iterator[str]:
    """What the schema says against an answer, unless it is none of the schema's operations."""
    try:
        contract.operation_at(method, path)
    except KeyError:
        return
    try:
        contract.check_answer(method, path, answer)
    except AssertionError as error:
        yield str(error)


def ask(world: World, address: Address, role: Role, thing: Thing, method: str) -> Answer:
    """One request; whatever it changed is rolled back."""
    sent = address.sent.get(method)
    body = sent(world, role, thing) if sent else {}
    path = address.path(world, thing)
    client = role.client
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        if method in ("GET", "HEAD"):
            answer = client.generic(method, path, QUERY_STRING="&".join(_query(body)))
        elif address.json:
            answer = client.generic(method, path, json.dumps(body), "application/json")
        elif method == "POST":
            answer = client.post(path, body)
        else:
            answer = client.generic(method, path)
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def _query(body: dict[str, object]) -> Iterator[str]:
    for name, value in body.items():
        yield f"{name}={value}"


def granted(answer: Answer) -> bool:
    """Whether it was let in: answered, done, or sent on to anything but the sign-in."""
    if 300 <= answer.status_code < 400:
        return not answer["Location"].startswith(SIGN_IN)
    return answer.status_code < 300


def never_granted(found: Found, table: str) -> list[str]:
    """What a rule grants to somebody, and nobody was seen to be granted: the rule is idle."""
    return [
        f"{method} {route}"
        for route, address in TABLES[table].items()
        for method in address.rules
        if method in set(METHODS[table]) - set(address.never) and not found.granted[route, method]
    ]
