"""Requests to addresses that belong to no game: static pages, people's own pages, signing in."""

from collections.abc import Iterator
from typing import Any

from accounts.models import MailboxLetter
from games import links
from games.models import Game, InboundMail, ReplyAddress
from games.selectors.people import events
from games.services.moderation.commands import COMMANDS
from tests.secrecy import people_altered
from tests.secrecy.addresses import Scene, api, get, post, refusals
from tests.secrecy.comparing import BaseApiView
from tests.secrecy.game_cases import Case

SENT = {
    "email": "marit@example.org", "password": "wrong", "login": "joost@example.org",
    "code": "123456", "name": "Joost", "zone": "Nowhere", "game": "chess", "theme": "dark",
    "language": "nl",
}  # fmt: skip


def _every_method(route: str, path: str | None = None) -> Case:
    """All methods without parameters, and a form with somebody else's data."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        where = f"/{route}" if path is None else path
        yield from refusals(route, where)
        yield post(route, where, **SENT)

    return case


def _events(route: str) -> Case:
    """Events from now on, and from the beginning: everything that ever concerned the observer."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        yield from _in_api(route)(scene)
        if (user := scene.observer.user) is not None:
            yield get(route, f"/{route}", after=events.sealed((0, 0, 0), user))

    return case


def _in_api(route: str, path: str | None = None) -> Case:
    def case(scene: Scene) -> Iterator[BaseApiView]:
        where = f"/{route}" if path is None else path
        yield from refusals(route, where)
        for method in ("POST", "PATCH"):
            yield api(route, method, where, SENT)
            yield api(route, method, where, {"name": "Joost"})

    return case


def _both(first: Case, second: Case) -> Case:
    """Two addresses with the same pattern in the URL conf."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        yield from first(scene)
        yield from second(scene)

    return case


def _letters_of_others(route: str) -> Case:
    """Letters by their keys: others' and one's own."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        for pk in MailboxLetter.objects.order_by("pk").values_list("pk", flat=True)[:4]:
            yield get(route, f"/{route.replace('<int:pk>', str(pk))}")

    return case


def _mails_to_confirm(scene: Scene) -> Iterator[BaseApiView]:
    """Mails to confirm: one's own by their links, others' by guessed links."""
    route = "mail/confirm/<str:token>/"
    yield from refusals(route, "/mail/confirm/x:y/")
    waiting = InboundMail.objects.filter(state="held", address__user=scene.observer.user)
    for mail in waiting.order_by("pk").select_related("address"):
        where = f"/mail/confirm/{links.confirm_token(mail)}/"
        yield get(route, where)
        yield post(route, where, was="neither")


def _deadlines_by_link(scene: Scene) -> Iterator[BaseApiView]:
    """The deadline of each of one's own hands, as a calendar file."""
    route = "answer/<str:token>/deadline.ics"
    yield from refusals(route, "/answer/x:y/deadline.ics")
    rows = ReplyAddress.objects.filter(hand__game=scene.game, user=scene.observer.user)
    for row in rows.order_by("pk"):
        yield get(route, f"/answer/{links.answer_token(row)}/deadline.ics")


def _answers_by_link(scene: Scene) -> Iterator[BaseApiView]:
    """Answer pages: by one's own links for every hand, and by guessed links."""
    route = "answer/<str:token>/"
    yield from refusals(route, "/answer/x:y/")
    rows = ReplyAddress.objects.filter(hand__game=scene.game, user=scene.observer.user)
    for row in rows.order_by("pk"):
        where = f"/answer/{links.answer_token(row)}/"
        yield get(route, where)
        yield post(route, where)
        for word in scene.words():
            yield post(route, where, bid=word)


def of_games(route: str) -> Case:
    """Every method of an address of a game, without care for its state; the everyday cases take
    care.
    """

    def case(scene: Scene) -> Iterator[BaseApiView]:
        last = route.rstrip("/").rpartition("/")[2]
        rightly = {"peek": scene.may_begin_to_look(), "join": scene.may_sit_down()}
        if not rightly.get(last):
            yield from refusals(route, "/" + _fill(route, scene.game))

    return case


def _fill(route: str, game: Game) -> str:
    named: dict[str, Any] = {
        "<slug:code>": game.code, "<code:code>": game.code, "<str:token>": "0" * 32,
        "<name:name>": "Joost", "<int:number>": 1, "<number:number>": max(game.hand_number, 1),
    }  # fmt: skip
    for name, value in named.items():
        route = route.replace(name, str(value))
    return route


MODERATE = "api/v1/moderation/<slug:command>"


def _moderate(scene: Scene) -> Iterator[BaseApiView]:
    """Previews of moderation in the API; people who aren't moderators are always refused alike."""
    yield from refusals(MODERATE, "/api/v1/moderation/excuse")
    for slug in COMMANDS:
        body = {"target": scene.game.code, "reason": "asked", "preview": True, "hand": 1}
        if slug != "take_back" or not scene.observer.is_staff:
            yield api(MODERATE, "POST", f"/api/v1/moderation/{slug}", body)


def _report(scene: Scene) -> Iterator[BaseApiView]:
    yield from refusals("report/", "/report/")
    for query in ({"game": scene.game.code}, {"person": "Joost"}):
        yield get("report/", "/report/", **query)


PLAIN = (
    "healthz", "healthz/worker", "play/", "games/new/",
    "rules/", "help/", "privacy/", "rules-of-the-house/", "offline/", "manifest.webmanifest",
    "apple-touch-icon.png", "verify.zip",
    "language/setlang/", "theme/",
    "settings/", "settings/letters/", "settings/notices/", "notices/",
    "settings/ways/", "settings/ways/push/", "settings/ways/hooks/", "push-worker.js",
    "oauth/authorize/", "oauth/token/", "oauth/revoke/", ".well-known/oauth-authorization-server",
    "settings/applications/", "settings/bots/",
    "settings/keys/", "settings/vacation/", "mailbox/", "settings/replies/revoke/",
    "settings/device/", "settings/device/answer/",
    "settings/reach/", "settings/playing/", "settings/data/", "settings/data/delete/",
    "account/login/", "account/logout/", "account/inactive/", "account/signup/",
    "account/reauthenticate/", "account/email/", "account/confirm-email/",
    "account/password/change/", "account/password/set/", "account/password/reset/",
    "account/password/reset/done/", "account/password/reset/key/done/",
    "account/confirm-again/", "account/login/code/", "account/login/code/confirm/",
    "account/sessions/",
    "account/2fa/", "account/2fa/authenticate/", "account/2fa/reauthenticate/",
    "account/2fa/totp/activate/", "account/2fa/totp/deactivate/",
    "account/2fa/recovery-codes/", "account/2fa/recovery-codes/generate/",
    "account/2fa/recovery-codes/download/", "account/2fa/webauthn/",
    "account/2fa/webauthn/add/", "account/2fa/webauthn/reauthenticate/",
    "account/2fa/webauthn/login/",
)  # fmt: skip


def _by_secret_address(route: str) -> Case:
    """With the observer's own token, created by `people_altered`, and with an invalid one."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        user = scene.observer.user
        own = people_altered.token_of(user, route.split("/")[0]) if user else "x"
        for token in (own, "0" * 32):
            yield from refusals(route, "/" + route.replace("<str:token>", token))

    return case


OF_WAYS = (
    "settings/ways/push/<int:pk>/remove/", "settings/ways/hooks/<int:pk>/ping/",
    "settings/ways/hooks/<int:pk>/remove/", "settings/ways/hooks/<int:pk>/",
    "settings/keys/<int:pk>/revoke/", "settings/bots/<int:pk>/key/",
    "settings/bots/<int:pk>/close/", "settings/bots/<int:pk>/name/",
)  # fmt: skip
OF_FEEDS = ("settings/ways/feeds/<slug:what>/", "settings/ways/feeds/<slug:what>/revoke/")

HOUSE: dict[str, Case] = {
    **{route: _every_method(route, "/" + route.replace("<int:pk>", "1")) for route in OF_WAYS},
    **{
        route: _every_method(route, "/" + route.replace("<slug:what>", "atom"))
        for route in OF_FEEDS
    },
    "calendar/<str:token>.ics": _by_secret_address("calendar/<str:token>.ics"),
    "feed/<str:token>.atom": _by_secret_address("feed/<str:token>.atom"),
    "api/v1/me/webhooks": _in_api("api/v1/me/webhooks"),
    "api/v1/me/webhooks/<number:number>": _in_api(
        "api/v1/me/webhooks/<number:number>", "/api/v1/me/webhooks/1"
    ),
    "api/v1/me/webhooks/<number:number>/ping": _in_api(
        "api/v1/me/webhooks/<number:number>/ping", "/api/v1/me/webhooks/1/ping"
    ),
    **{route: _every_method(route) for route in PLAIN},
    "rules/<slug:slug>/": _every_method("rules/<slug:slug>/", "/rules/turning-tides/"),
    "api/v1/token": _in_api("api/v1/token"),
    "api/v1/token/<number:number>": _in_api("api/v1/token/<number:number>", "/api/v1/token/1"),
    "api/v1/device/code": _in_api("api/v1/device/code"),
    "api/v1/device/token": _in_api("api/v1/device/token"),
    "api/v1/rulesets": _in_api("api/v1/rulesets"),
    "api/v1/records": _in_api("api/v1/records"),
    "api/v1/guide/<slug:name>.md": _in_api("api/v1/guide/<slug:name>.md", "/api/v1/guide/api.md"),
    "api/v1/problems": _in_api("api/v1/problems"),
    "api/v1/problems/<slug:problem>": _in_api(
        "api/v1/problems/<slug:problem>", "/api/v1/problems/illegal"
    ),
    "api/v1/schema/": _in_api("api/v1/schema/"),
    "api/v1/docs/": _in_api("api/v1/docs/"),
    "api/v1/": _both(_in_api("api/v1/"), _in_api("api/v1/", "/api/v1/nowhere")),
    "account/^confirm-email/(?P<key>[-:\\w]+)/$": _every_method(
        "account/^confirm-email/(?P<key>[-:\\w]+)/$", "/account/confirm-email/MQ:1/"
    ),
    "account/confirm-email/<str:key>/": _every_method(
        "account/confirm-email/<str:key>/", "/account/confirm-email/MQ:1/"
    ),
    "^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": _every_method(
        "^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        "/account/password/reset/key/1-x-y/",
    ),
    "account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": _every_method(
        "account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        "/account/password/reset/key/1-x-y/",
    ),
    "account/2fa/webauthn/keys/<int:pk>/remove/": _every_method(
        "account/2fa/webauthn/keys/<int:pk>/remove/", "/account/2fa/webauthn/keys/1/remove/"
    ),
    "account/2fa/webauthn/keys/<int:pk>/edit/": _every_method(
        "account/2fa/webauthn/keys/<int:pk>/edit/", "/account/2fa/webauthn/keys/1/edit/"
    ),
    "letters/stop/<str:token>/": _every_method("letters/stop/<str:token>/", "/letters/stop/x:y:z/"),
    "letters/again/<str:token>/": _every_method(
        "letters/again/<str:token>/", "/letters/again/x:y:z/"
    ),
    "account/sessions/<int:pk>/end/": _every_method(
        "account/sessions/<int:pk>/end/", "/account/sessions/1/end/"
    ),
    **{
        route: _every_method(route, "/" + route.replace("<slug:pk>", "x"))
        for route in (
            "settings/applications/<slug:pk>/remove/",
            "settings/applications/<slug:pk>/disallow/",
        )
    },
    "settings/ways/hooks/<int:pk>/<int:delivery>/again/": _every_method(
        "settings/ways/hooks/<int:pk>/<int:delivery>/again/", "/settings/ways/hooks/1/1/again/"
    ),
    "letters/back/<str:token>/": _every_method("letters/back/<str:token>/", "/letters/back/x:y:z/"),
    "answer/<str:token>/": _answers_by_link,
    "answer/<str:token>/deadline.ics": _deadlines_by_link,
    "mail/confirm/<str:token>/": _mails_to_confirm,
    "demo/<str:token>/": _every_method("demo/<str:token>/", "/demo/x:y:z/"),
    "settings/vacation/<int:pk>/cancel/": _every_method(
        "settings/vacation/<int:pk>/cancel/", "/settings/vacation/1/cancel/"
    ),
    "api/v1/me/webhooks/<number:number>/deliveries": _in_api(
        "api/v1/me/webhooks/<number:number>/deliveries", "/api/v1/me/webhooks/1/deliveries"
    ),
    "api/v1/me/webhooks/<number:number>/deliveries/<number:delivery>/again": _in_api(
        "api/v1/me/webhooks/<number:number>/deliveries/<number:delivery>/again",
        "/api/v1/me/webhooks/1/deliveries/1/again",
    ),
    "api/v1/me/sessions": _in_api("api/v1/me/sessions"),
    "api/v1/me/sessions/<number:number>": _in_api(
        "api/v1/me/sessions/<number:number>", "/api/v1/me/sessions/1"
    ),
    "api/v1/me/deletion": _in_api("api/v1/me/deletion"),
    "api/v1/me/bots": _in_api("api/v1/me/bots"),
    "api/v1/me/bots/<number:number>": _in_api(
        "api/v1/me/bots/<number:number>", "/api/v1/me/bots/1"
    ),
    "api/v1/me/bots/<number:number>/key": _in_api(
        "api/v1/me/bots/<number:number>/key", "/api/v1/me/bots/1/key"
    ),
    "api/v1/me/export": _in_api("api/v1/me/export"),
    "api/v1/me/reports": _in_api("api/v1/me/reports"),
    "api/v1/me/preferences": _in_api("api/v1/me/preferences"),
    "api/v1/me/wishes": _in_api("api/v1/me/wishes"),
    "api/v1/events": _events("api/v1/events"),
    "api/v1/events/stream": _events("api/v1/events/stream"),
    "api/v1/me/notices": _in_api("api/v1/me/notices"),
    "api/v1/me/notices/read": _in_api("api/v1/me/notices/read"),
    "report/": _report,
    "api/v1/moderation/commands": _in_api("api/v1/moderation/commands"),
    MODERATE: _moderate,
    "api/v1/moderation/undo/<number:number>": _in_api(
        "api/v1/moderation/undo/<number:number>", "/api/v1/moderation/undo/1"
    ),
    "api/v1/me/vacations": _in_api("api/v1/me/vacations"),
    "api/v1/me/vacations/<number:number>": _in_api(
        "api/v1/me/vacations/<number:number>", "/api/v1/me/vacations/1"
    ),
    "mailbox/<int:pk>/": _letters_of_others("mailbox/<int:pk>/"),
    "mailbox/<int:pk>/html/": _letters_of_others("mailbox/<int:pk>/html/"),
}
