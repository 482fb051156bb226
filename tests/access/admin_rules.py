"""The addresses of the admin: what each is asked about, and who may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.contrib import admin
from django.db.models import Model

from games.models import League, Report
from games.services.moderation.commands import COMMANDS
from tests.access import rules
from tests.access.rules import Address, Rule, Things
from tests.access.world import Role, Thing, World, commands

READING = ("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")  # Django's pages only know POST
ROWS = 1


def _reads(rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(READING, rule)


def _page(route: str, by: Mapping[str, Rule], **more: Any) -> tuple[str, Address]:
    def path(_world: World, thing: Thing) -> str:
        start, _open, rest = route.partition("<")
        return f"/{start}" + (f"{thing.key}{rest.partition('>')[2]}" if rest else "")

    return route, Address(by, more.pop("things", rules.nothing), more.pop("path", path), **more)


def _rows(model: type[Model]) -> Things:
    """Some rows that its list shows."""

    def things(world: World) -> list[Thing]:
        if model is Report:
            return []
        rows = model._default_manager.order_by("-pk")
        return [Thing(f"{model._meta.model_name} {row.pk}", str(row.pk)) for row in rows[:ROWS]]

    return things


def _model(model: type[Model]) -> list[tuple[str, Address]]:
    """Its list and rows are read by all of the staff; nothing is added, changed or deleted, but
    that moderators make and change leagues."""
    root = f"admin/{model._meta.app_label}/{model._meta.model_name}/"
    made = dict.fromkeys((*READING, "POST"), rules.moderating) if model is League else {}
    written = {"POST": rules.moderating} if model is League else {}
    row, things = f"{root}<path:object_id>/", _rows(model)
    there = {"things": things}
    return [
        _page(root, {**_reads(rules.helping), "POST": rules.helping}),
        _page(f"{root}add/", made),
        _page(f"{row}change/", {**_reads(rules.helping), **written}, **there),
        _page(f"{row}history/", _reads(rules.helping) | {"POST": rules.helping}, **there),
        _page(f"{row}delete/", {}, things=things),
        _page(row, _reads(rules.helping) | {"POST": rules.helping}, **there),
    ]


def _act(_world: World, _role: Role, thing: Thing) -> dict[str, Any]:
    given = asdict(thing.given) if thing.given else {}
    return {name: given[name] for name in (*COMMANDS[thing.command].fields, "reason", "text")}


def _answer(_world: World, _role: Role, _thing: Thing) -> dict[str, Any]:
    return {"outcome": "answered", "answer": "So it is."}


def _reports(world: World) -> list[Thing]:
    games = {game.pk: game for game in world.games.values()}
    return [
        Thing(
            f"report {each.pk}", str(each.pk), games.get(each.game_id or 0),
            tuple(pk for pk in (each.person_id, each.reporter_id) if pk),
        )
        for each in world.reports
    ]  # fmt: skip


def _entries(world: World) -> list[Thing]:
    return [rules.entry_thing(world, entry) for entry in world.entries]


SAFE = {"GET": rules.helping, "HEAD": rules.helping}
ALL = {**_reads(rules.helping), "POST": rules.helping}
LABELS = "|".join(dict.fromkeys(each._meta.app_label for each in admin.site._registry))
ADDRESSES: dict[str, Address] = dict(
    [
        *[page for model in admin.site._registry for page in _model(model)],
        _page(
            "admin/do/<slug:command>/<slug:target>/",
            {
                "GET": rules.commands_it, "HEAD": rules.commands_it,
                "POST": rules.commands_it,
            },
            things=commands, sent={"POST": _act},
            path=lambda _w, thing: f"/admin/do/{thing.command}/{thing.key}/",
        ),
        _page(
            "admin/undo/<int:number>/",
            {"GET": rules.undoes_it, "HEAD": rules.undoes_it, "POST": rules.undoes_it},
            things=_entries, sent={"POST": lambda _w, _r, _t: {"reason": "asked"}},
        ),
        _page("admin/find/", SAFE, sent={"GET": lambda _w, _r, _t: {"q": "joost"}}),
        _page("admin/postmaster/", SAFE),
        _page("admin/reports/", SAFE),
        _page(
            "admin/reports/<int:number>/",
            dict.fromkeys(("GET", "HEAD", "POST"), rules.reads_report),
            things=_reports, sent={"POST": _answer},
        ),
        _page("admin/game/<slug:code>/", SAFE, things=rules.games),
        _page("admin/", ALL),
        # Who is let in already is sent on; everybody else goes to the sign-in of the site.
        _page("admin/login/", ALL),
        # Signing out is of one's own session, and by POST; strangers are sent to the sign-in.
        _page(
            "admin/logout/", dict.fromkeys((*READING, "POST"), rules.everybody),
            never=dict.fromkeys(READING, "Django refuses them"),
        ),
        _page("admin/password_change/", ALL),
        _page("admin/password_change/done/", ALL),
        _page("admin/autocomplete/", {}),
        _page("admin/jsi18n/", {"GET": rules.helping, "HEAD": rules.helping}),
        _page("admin/r/<path:content_type_id>/<path:object_id>/", {},
              path=lambda _w, _t: "/admin/r/1/1/"),
        _page(f"admin/^(?P<app_label>{LABELS})/$", ALL, path=lambda _w, _t: "/admin/games/"),
        _page("admin/(?P<url>.*)$", {}, path=lambda _w, _t: "/admin/nowhere/"),
    ]
)  # fmt: skip
