"""What would be lost if a game went to another server keeps it here, or goes with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from accounts.operation import database_clock
from games.models import (
    Game,
    InboundMail,
    League,
    LeagueGame,
    Report,
    Season,
)
from games.services.mail import reply_addresses
from tests import ready_games
from tests.games import making
from tests.games.making import user_at
from tests.games.services.hands import test_outages
from tests.games.services.test_moving import run, unread

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("about", ["an earlier hand", "the table"])
def test_a_mail_that_waits_is_read_first_whatever_it_is_about(about: str, tmp_path: Path) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    user = user_at(game, 0)
    if about == "the table":
        tables = reply_addresses.addresses_of_tables([(user.pk, game.pk)])
        unread(tables[user.pk, game.pk])
    else:
        hand = game.hands.get(number=1)
        unread(reply_addresses.addresses_for([(user.pk, hand.pk)])[user.pk, hand.pk])
    with pytest.raises(CommandError, match="waits to be read"):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    assert InboundMail.objects.filter(state="new").exists()


def test_a_mail_about_another_table_holds_nothing_up(tmp_path: Path) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    other = ready_games.take("rowboat", "first")
    user = user_at(other, 0)
    unread(reply_addresses.addresses_of_tables([(user.pk, other.pk)])[user.pk, other.pk])
    assert "gone from here" in run("export_game", game.code, tmp_path / "a.game", "--move")


def test_a_league_keeps_its_games_but_lets_them_be_copied(tmp_path: Path) -> None:
    game = ready_games.take("turning-tides", "middle")
    league = League.objects.create(slug="l", name="League", ruleset=game.ruleset, seats=2)
    season = Season.objects.create(league=league, number=1, starts_at=game.created_at)
    LeagueGame.objects.create(season=season, division=1, game=game)
    with pytest.raises(CommandError, match="counts for a league here"):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    assert "goes on here as well" in run("export_game", game.code, tmp_path / "a.game")
    assert season.games.count() == 1


def test_a_report_is_answered_before_its_table_goes(tmp_path: Path) -> None:
    game = ready_games.take("turning-tides", "middle")
    report = Report.objects.create(reporter=user_at(game, 0), game=game, kind="unfair", text="Hm.")
    with pytest.raises(CommandError, match=r"report about .* is open"):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    Report.objects.filter(pk=report.pk).update(closed_at=database_clock.now())
    assert "gone from here" in run("export_game", game.code, tmp_path / "a.game", "--move")


def test_time_lost_in_an_outage_is_given_back_before_it_goes(tmp_path: Path) -> None:
    game = making.table_of(3, hours=24)[1]
    test_outages.opened(game, 23)
    test_outages.down(3)

    def go() -> None:
        run("export_game", game.code, tmp_path / "a.game")

    assert test_outages.moved(game, go) == [3, 3, 3]


def test_if_it_cannot_be_deleted_here_there_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ready_games.take("turning-tides", "middle")

    def refuse(_game: Game) -> None:
        raise OperationalError("canceling statement due to statement timeout")

    monkeypatch.setattr(Game, "delete", refuse)
    with pytest.raises(OperationalError):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    assert list(tmp_path.iterdir()) == []


def test_who_presses_ctrl_c_while_it_is_written_finds_no_file_without_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ready_games.take("turn-the-tide", "middle")

    def interrupted(_handle: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run("export_game", game.code, tmp_path / "a.game", "--move")
    assert list(tmp_path.iterdir()) == []
    assert "gone from here" in run("export_game", game.code, tmp_path / "a.game", "--move")
