"""The admin: lists, pages, filters, orders and searches of every registered model."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from accounts.models import Notice
from games import game_secrets
from games.models import Bid, Game
from games.services.moderation.commands import COMMANDS
from tests.secrecy.addresses import Scene, get, post, refusals
from tests.secrecy.comparing import BaseApiView
from tests.secrecy.game_cases import Case

MAX_ROWS = 4
BOUNDS = ("50", "cc", "g")  # used to guess a secret character by character
# Django's pages that show no rows.
ROWLESS = (
    "admin/", "admin/login/", "admin/logout/", "admin/password_change/",
    "admin/password_change/done/", "admin/autocomplete/", "admin/jsi18n/",
)  # fmt: skip


def registered() -> list[type[Model]]:
    """The models registered in the admin."""
    return sorted(admin.site._registry, key=lambda model: model._meta.label_lower)


def cases() -> dict[str, Case]:
    """One case per address, generated from the registry."""
    found: dict[str, Case] = {route: _rowless(route) for route in ROWLESS}
    for model in registered():
        options = model._meta
        root = f"admin/{options.app_label}/{options.model_name}/"
        found[root] = _list(model, root)
        for way in ("", "history/", "delete/", "change/"):
            found[f"{root}<path:object_id>/{way}"] = _row(model, root, way)
        found[f"{root}add/"] = _rowless(f"{root}add/")
    labels = "|".join(dict.fromkeys(each._meta.app_label for each in admin.site._registry))
    found[f"admin/^(?P<app_label>{labels})/$"] = _apps(labels)
    found["admin/(?P<url>.*)$"] = _elsewhere
    found["admin/r/<path:content_type_id>/<path:object_id>/"] = _on_site
    return found | {
        COMMAND: _actions,
        UNDO: _undo,
        FIND: _find,
        "admin/postmaster/": _rowless("admin/postmaster/"),
        BY_CODE: _by_code,
        REPORTS: _rowless(REPORTS),
        REPORT: _report,
    }


COMMAND, UNDO = "admin/do/<slug:command>/<slug:target>/", "admin/undo/<int:number>/"
REPORTS, REPORT = "admin/reports/", "admin/reports/<int:number>/"
FIND, BY_CODE = "admin/find/", "admin/game/<slug:code>/"
# Whether an imagined state follows from the real bids is no secret.
NOT_IMAGINED = ("take_back",)


def _actions(scene: Scene) -> Iterator[BaseApiView]:
    """Requests and previews each command, on this game, its people and its letters."""
    person = scene.game.seats.exclude(user=None).values_list("user_id", flat=True).first()
    letter = Notice.objects.order_by("-pk").values_list("pk", flat=True).first()
    targets = {"game": scene.game.code, "person": person, "letter": letter or 0, "site": "all"}
    form = {"reason": "asked", "text": "So.", "hand": 1, "seat": 0, "days": 3, "hours": 5}
    for slug, command in COMMANDS.items():
        path = f"/admin/do/{slug}/{targets[command.on]}/"
        yield get(COMMAND, path)
        if slug not in NOT_IMAGINED:
            yield post(COMMAND, path, **form)


def _report(_scene: Scene) -> Iterator[BaseApiView]:
    yield from refusals(REPORT, "/admin/reports/1/")


def _undo(_scene: Scene) -> Iterator[BaseApiView]:
    yield from refusals(UNDO, "/admin/undo/1/")
    yield post(UNDO, "/admin/undo/1/", reason="asked")


def _find(scene: Scene) -> Iterator[BaseApiView]:
    yield from refusals(FIND, "/admin/find/")
    for term in (*_terms(scene), "stuck", "running", "Joost", "joost@example.org"):
        yield get(FIND, "/admin/find/", q=term)


def _by_code(scene: Scene) -> Iterator[BaseApiView]:
    yield from refusals(BY_CODE, f"/admin/game/{scene.game.code}/")


def _rowless(route: str) -> Case:
    return lambda _scene: refusals(route, f"/{route}")


def _apps(labels: str) -> Case:
    return lambda _scene: (
        get("admin/^(?P<app_label>…)/$", f"/admin/{label}/") for label in labels.split("|")
    )


def _elsewhere(_scene: Scene) -> Iterator[BaseApiView]:
    yield get("admin/(?P<url>.*)$", "/admin/nowhere/")


def _on_site(scene: Scene) -> Iterator[BaseApiView]:
    kind = ContentType.objects.get_for_model(Game).pk
    route = "admin/r/<path:content_type_id>/<path:object_id>/"
    yield get(route, f"/admin/r/{kind}/{scene.game.pk}/")


def _list(model: type[Model], root: str) -> Case:
    """A list: plain, ordered by each column, with each filter and lookup, and searched."""

    def case(scene: Scene) -> Iterator[BaseApiView]:
        yield from refusals(root, f"/{root}")
        if scene.observer.is_staff:
            yield from asked(scene)

    def asked(scene: Scene) -> Iterator[BaseApiView]:
        listing: Any = admin.site._registry[model]
        for column in range(1, len(listing.list_display) + 2):
            yield get(root, f"/{root}", o=column)
        for term in _terms(scene):
            yield get(root, f"/{root}", q=term)
        for field in model._meta.concrete_fields:
            yield get(root, f"/{root}", **{f"{field.name}__isnull": "False"})
            for bound in BOUNDS:
                yield get(root, f"/{root}", **{f"{field.name}__gte": bound})

    return case


def _terms(scene: Scene) -> list[str]:
    """Terms that somebody curious would search for: hidden values of both worlds."""
    terms = [scene.game.code, "Joost", *scene.other.words[:2], *scene.other.words[-2:]]
    sealed = Bid.objects.filter(hand__game=scene.game, opened__isnull=True).select_related(
        "hand", "seat"
    )
    for bid in sealed[:2]:
        opened = game_secrets.open_bid(bid, scene.game.code, bid.hand.number, bid.seat.index)
        terms += [opened.salt, bid.digest, opened.notation]
    terms += [seat.entropy for seat in scene.game.seats.all() if seat.entropy][:2]
    return [*terms, game_secrets.open_secret(scene.game).hex(), "ab" * 32, "5a" * 16]


def _row(model: type[Model], root: str, way: str) -> Case:
    def case(_scene: Scene) -> Iterator[BaseApiView]:
        keys = model._default_manager.order_by("-pk").values_list("pk", flat=True)[:MAX_ROWS]
        for key in keys:
            path = f"/{root}{key}/{way}"
            yield get(f"{root}<path:object_id>/{way}", path)
            yield post(f"{root}<path:object_id>/{way}", path)

    return case
