"""Logs of before, which held names, come to name people by reference, and can go back."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import League, LeagueGame, LogEntry, Season
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.database_dump import found
from tests.games.making import person, running

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0025_names_by_reference")


def test_names_become_people_and_names_again() -> None:
    marit, joost = person("Marit"), person("Joost")
    game = running([marit, joost, person("Aoife")])
    told = [(each.kind, each.with_names) for each in game.log.order_by("number")]
    migration.to_names(apps, None)
    LogEntry.objects.update(person=None, former=None)
    assert [(each.kind, each.data) for each in game.log.order_by("number")] == told

    migration.to_references(apps, None)
    assert [(each.kind, each.with_names) for each in game.log.order_by("number")] == told
    assert not [where for where in found("Marit", "Joost", "Aoife") if "logentry" in where]


def test_somebody_with_another_name_by_now_is_known_by_their_seat_and_a_stranger_by_none() -> None:
    marit, joost, wim = person("Marit"), person("Joost"), person("Wim")
    game = running([marit, joost, person("Aoife")])
    open_ = tables.make_table(wim, TableSettings(name="Texel", seats=4))
    entries = {kind: {"seat": 1, "name": "Johan"} for kind in ("offered", "returned")}
    for number, (kind, data) in enumerate(entries.items(), 90):
        LogEntry.objects.create(game=game, number=number, hand_number=1, kind=kind, data=data)
    gone = LogEntry.objects.create(
        game=open_, number=90, hand_number=0, kind="left", data={"seat": 2, "name": "Johan"}
    )
    paused = LogEntry.objects.create(
        game=game, number=99, hand_number=1, kind="paused", data={"why": "moderator", "by": "Hedda"}
    )
    migration.to_references(apps, None)

    assert {each.with_names["name"] for each in game.log.filter(number__in=(90, 91))} == {"Joost"}
    gone.refresh_from_db()
    paused.refresh_from_db()
    assert (gone.person, gone.with_names) == (None, {"seat": 2, "name": "—"})
    assert paused.data == {"why": "moderator", "by": "moderator"}
    assert found("Johan", "Hedda") == []


def test_a_league_keeps_its_name() -> None:
    wish = TableSettings(name="B 1", seats=2, ruleset="turning-tides")
    game = tables.create_for([person("Marit"), person("Joost")], wish, "Boats")
    league = League.objects.create(slug="boats", name="Boats", ruleset="turning-tides", seats=2)
    season = Season.objects.create(league=league, number=1, starts_at=timezone.now())
    LeagueGame.objects.create(season=season, division=1, game=game)
    migration.to_references(apps, None)
    assert game.log.get(kind="made").with_names == {"name": "Boats"}
