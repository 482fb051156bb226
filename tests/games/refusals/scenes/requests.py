"""Malformed and unauthorised requests to the API; vacations, webhooks and tokens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.db import OperationalError
from psycopg import errors
from rest_framework.test import APIClient

from accounts.models import Notice, User, Webhook
from accounts.notifications import webhooks as hooks
from accounts.notifications.channels.names import HOOK
from accounts.people import own_bots, vacations
from accounts.security import api_keys as keys
from accounts.security import device_grants, safe_http
from accounts.security.reauthentication import SHOWN_AT
from accounts.security.shuffled_numbers import shown
from games import selectors
from games.api.people.events import FULL
from games.services.lobby import sandbox
from tests.accounts.making import give_factor, member
from tests.games.api.asking import ROOT, at, client, good, signed_in
from tests.games.making import person, table_of
from tests.games.refusals.scenes import Wish, no
from tideweb.throttling import PersonThrottle

BROKEN = (
    b"{",
    b"\xff\xfe{}",
    b'{"bid": NaN}',
    b'{"bid": "44", "bid": "45"}',
    b'{"bid": "4\\u00004"}',
    b'{"bid": ' + b"1" * 5000 + b"}",
    b"[" * 20_000,
)
# What the fields of a body refuse, each in its own way.
WRONG: tuple[tuple[str, str, object], ...] = (
    ("PATCH", "me", {"name": 7, "language": "elephant", "quiet_from": "x", "zone": "a" * 99}),
    ("PATCH", "me", {"name": "", "quiet_from": "22:00", "quiet_to": "21:00"}),
    ("PATCH", "me", {"name": "…", "zone": "Elephant"}),
    ("PATCH", "me", []),
    ("PATCH", "me", {"name": None}),
    ("PATCH", "me/wishes", {"remind_hours": "x", "channels": {"your_move": {"mail": "yes"}}}),
    ("PATCH", "me/wishes", {"remind_hours": 0, "digest": "x", "digest_hour": 99, "channels": []}),
    ("POST", "me/vacations", {"first": "x", "last": 7}),
    ("POST", "me/vacations", {}),
    ("POST", "games", {"ruleset": "", "name": " ", "seats": "3", "options": []}),
    ("POST", "games", {"ruleset": "a" * 99, "name": "a" * 99, "seats": 3000, "bots": -1}),
    ("POST", "games", {"options": {"cascade": [1]}, "votes": "yes", "visibility": "elephant"}),
    ("GET", "games?limit=0&state=elephant&mine=elephant", None),
    ("GET", "games?limit=many&free=99&cursor=" + "a" * 99, None),
    ("GET", "games?limit=1&limit=2", None),
    ("GET", "me/notices?channel=elephant", None),
)


def bodies(_patch: Any) -> Iterator[Wish]:
    users, game = table_of(3)
    ask, way = client(users[0]), at(game, "hands", 1, "bid")
    for body in BROKEN:
        yield no("malformed_json", ask.generic, "PUT", way, body, "application/json")
    for method, path, sent in WRONG:
        yield no("invalid", getattr(ask, method.lower()), f"{ROOT}/{path}", sent)
    yield no("unknown_fields", ask.put, way, {"bid": "1", "elephant": 1})
    yield no("unknown_fields", ask.get, f"{ROOT}/games?elephant=1")
    yield no("invalid", ask.generic, "PUT", way, b"[1]", "application/json")
    yield no("invalid", ask.generic, "POST", at("none", "leave"), b"[1]", "application/json")
    yield no("bad_key", ask.put, way, {"bid": "1"}, HTTP_IDEMPOTENCY_KEY="a b")
    yield no("bad_cursor", ask.get, f"{ROOT}/games?cursor=none")
    yield no("body_too_large", ask.put, way, {"bid": "a" * 70_000})
    yield no("unsupported_media_type", ask.generic, "PUT", way, b"bid=1", "text/plain")


def ways(patch: Any) -> Iterator[Wish]:
    marit = person()
    ask = client(marit)
    yield no("too_many_streams", ask.get, f"{ROOT}/events/stream", **{FULL: 20})
    yield no("not_found", ask.get, f"{ROOT}/elephants")
    yield no("not_found", ask.get, f"{ROOT}/problems/elephants")
    yield no("method_not_allowed", ask.put, f"{ROOT}/games")
    yield no("not_authenticated", client().get, f"{ROOT}/me")
    bad = APIClient()
    bad.credentials(HTTP_AUTHORIZATION="Token none")
    yield no("bad_token", bad.get, f"{ROOT}/me")
    reader = APIClient()
    reader.credentials(HTTP_AUTHORIZATION=f"Bearer {keys.issue(marit, scopes=())}")
    yield no("scope_missing", reader.patch, f"{ROOT}/me", {})
    session = signed_in(marit, enforce_csrf_checks=True)
    yield no("csrf_failed", session.patch, f"{ROOT}/me", {})
    for code, error in (
        ("server_error", ZeroDivisionError()),
        ("busy", OperationalError("", errors.LockNotAvailable())),
        ("unavailable", OperationalError("connection refused")),
    ):
        patch.setattr(selectors.access, "access_game", _raising(error))
        yield no(code, ask.get, at("none"))
    patch.setattr(PersonThrottle, "allow_request", lambda *_all: False)
    patch.setattr(PersonThrottle, "wait", lambda _self: 7.0)
    yield no("throttled", ask.get, f"{ROOT}/me")


def _raising(error: Exception) -> Any:
    def failing(*_args: object, **_named: object) -> None:
        if isinstance(error, OperationalError) and error.args[0] == "":
            raise error from errors.LockNotAvailable()
        raise error

    return failing


def days_off(_patch: Any) -> Iterator[Wish]:
    marit = person()
    ask, way, today = client(marit), f"{ROOT}/me/vacations", vacations.today(marit)

    def days(first: int, last: int) -> dict[str, str]:
        return {"first": str(today + timedelta(first)), "last": str(today + timedelta(last))}

    yield no("vacation_backwards", ask.post, way, days(5, 4))
    yield no("vacation_past", ask.post, way, days(-1, 4))
    yield no("vacation_far", ask.post, way, days(1, 900))
    yield no("vacation_too_long", ask.post, way, days(0, 45))
    yield no("no_vacation", ask.delete, f"{way}/99999")
    begun = good(ask.post(way, days(0, 1)), 201)
    yield no("vacation_twice", ask.post, way, days(0, 1))
    yield no("vacation_begun", ask.delete, f"{way}/{begun['id']}")


def counted_on(_patch: Any) -> Iterator[Wish]:
    users, _game = table_of(3, hours=48)
    ask = client(users[0])
    today = vacations.today(users[0])
    sent = {"first": str(today + timedelta(1)), "last": str(today + timedelta(2))}
    booked = good(ask.post(f"{ROOT}/me/vacations", sent), 201)
    yield no("vacation_counted", ask.delete, f"{ROOT}/me/vacations/{booked['id']}")


def webhooks(patch: Any) -> Iterator[Wish]:
    ask, way = client(person()), f"{ROOT}/me/webhooks"
    for url in ("http://example.org/", "https://127.0.0.1/", "https://nobody.invalid/", "https://"):
        yield no("bad_hook", ask.post, way, {"url": url})
    yield no("no_hook", ask.delete, f"{way}/7")
    yield no("no_session", ask.delete, f"{ROOT}/me/sessions/7")
    patch.setattr(safe_http, "target_of", lambda _url: None)  # nobody is asked for a name
    hook = ask.post(way, {"url": "https://example.org/"}).json()["id"]
    yield no("no_delivery", ask.post, f"{way}/{hook}/deliveries/7/again")
    off = Webhook.objects.get(pk=hook)
    hooks.switch_off(off)
    sent = Notice.objects.create(recipient=off.user, kind="ping", channel=HOOK, target=hook)
    yield no("hook_off", ask.post, f"{way}/{hook}/deliveries/{shown(sent.pk)}/again")
    patch.setattr(hooks, "MAX_WEBHOOKS", 0)
    yield no("too_many_hooks", ask.post, way, {"url": "https://example.org/"})


def in_the_clear(patch: Any) -> Iterator[Wish]:
    patch.setattr(settings, "SECURE_SSL_REDIRECT", True)
    yield no("https_only", client().get, f"{ROOT}/games")


def bots_of_a_person(_patch: Any) -> Iterator[Wish]:
    ask, way = client(marit := member("Marit")), f"{ROOT}/me/bots"
    wish = {"ruleset": "rowboat"}
    yield no("only_bots", ask.post, f"{ROOT}/sandbox", wish)
    yield no("no_program", ask.delete, f"{way}/7")
    for name in ("Texel", "Sylt", "Juist"):
        bot, _key = own_bots.make(marit, name)
    page = signed_in(marit)
    held = page.session
    held[SHOWN_AT] = 0
    held.save()
    yield no("confirm_first", page.post, way, {"name": "Amrum"})
    yield no("too_many_programs", ask.post, way, {"name": "Amrum"})
    for number in range(sandbox.MAX_TABLES):
        sandbox.enter(bot.user, "rowboat")
        sandbox.enter(own_bots.make(member(f"P{number:02}"), f"Sand {number}")[0].user, "rowboat")
    yield no("sandbox_full", client(bot.user).post, f"{ROOT}/sandbox", wish)


def tokens(patch: Any) -> Iterator[Wish]:
    marit = member("Marit")
    member("Joost", confirmed=False)
    ask, way = client(), f"{ROOT}/token"

    def who(name: str, password: str) -> dict[str, str]:
        return {"email": f"{name}@example.org", "password": password}

    yield no("bad_credentials", ask.post, way, who("marit", "x"))
    yield no("address_unconfirmed", ask.post, way, who("joost", "Joost"))
    unseen = {**who("marit", "Marit"), "name": "\N{ZERO WIDTH SPACE}"}
    yield no("bad_key_name", ask.post, way, unseen)
    yield no("invalid_scope", ask.post, way, {**who("marit", "Marit"), "scopes": ["moderate"]})
    yield no("no_key", client(marit).delete, f"{way}/99999")
    patch.setattr(keys, "MAX_KEYS", 0)
    yield no("too_many_keys", ask.post, way, who("marit", "Marit"))
    give_factor(marit)
    yield no("second_factor", ask.post, way, who("marit", "Marit"))
    assert User.objects.count() == 2


def devices(patch: Any) -> Iterator[Wish]:
    ask, way, marit = client(), f"{ROOT}/device", member("Marit")
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    yield no("invalid_scope", ask.post, f"{way}/code", {"client_id": "Bot", "scope": "elephant"})

    def asking(prepare: Callable[[str, dict[str, str]], object]) -> Callable[..., Any]:
        """Begins anew each time, since what is begun lives in the cache."""

        def send(**how: Any) -> Any:
            codes = good(ask.post(f"{way}/code", {"client_id": "Bot"}))
            sent = {"grant_type": grant, "device_code": codes["device_code"]}
            with patch.context() as here:
                prepare(codes["user_code"], sent)
                here.setattr(device_grants, "time", SimpleNamespace(time=lambda: clock[0]))
                return ask.post(f"{way}/token", sent, **how)

        return send

    def deny(shown: str, _sent: dict[str, str]) -> None:
        asked = device_grants.find(marit, shown)
        assert asked is not None
        device_grants.deny(asked)

    clock = [time.time()]
    yield no("authorization_pending", asking(lambda _shown, _sent: None))
    yield no("slow_down", asking(lambda _shown, sent: ask.post(f"{way}/token", sent)))
    yield no("access_denied", asking(deny))
    yield no("invalid_grant", asking(lambda _shown, sent: sent.update(device_code="none")))
    clock[0] += 700
    yield no("expired_token", asking(lambda _shown, _sent: None))


SCENES = (
    bodies,
    ways,
    days_off,
    counted_on,
    webhooks,
    in_the_clear,
    bots_of_a_person,
    tokens,
    devices,
)
