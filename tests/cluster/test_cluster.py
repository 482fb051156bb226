"""What `make cluster` needs and how it judges, without a cluster."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.accounts.sink import Sink
from tests.cluster import engines, parts
from tests.cluster.players import Playing
from tests.faults.checker import OK, Answer
from tests.faults.players import game_of, person


def test_the_newest_postgresql_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SERVERS", tmp_path)
    assert parts.postgres() is None
    for version in ("9.6", "17", "15"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "postgres").touch()
    (tmp_path / "18" / "bin").mkdir(parents=True)  # of the client alone
    assert parts.postgres() == tmp_path / "17" / "bin"


def test_an_environment_without_our_programs_ends_it_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "BIN", tmp_path)
    monkeypatch.setattr(parts, "PROGRAMS", {})
    with pytest.raises(SystemExit, match="no celery and no granian"):
        parts.install()


def test_the_lists_of_packages_are_fetched_before_a_package_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fresh container has none."""
    commands: list[Sequence[str]] = []

    def run(command: Sequence[str], **_: Any) -> None:
        commands.append(command)

    monkeypatch.setattr(parts, "OURS", ())
    monkeypatch.setattr(parts, "PROGRAMS", {"nosuch-program": "nosuch-package"})
    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SystemExit, match="apt-get update && apt-get install nosuch-package"):
        parts.install()
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]


@pytest.mark.parametrize(("status", "text", "whole"), [
    (0, '{"running_nodes": ["a", "b", "c"]}', True),
    (0, '{"running_nodes": ["a", "b"]}', False),
    (70, "", False),
])  # fmt: skip
def test_rabbitmq_is_whole_when_each_node_sees_all(
    status: int, text: str, whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.CompletedProcess([], status, text.encode())
    monkeypatch.setattr(engines.Rabbit, "_run", lambda *_: done)
    assert engines.Rabbit(tmp_path).whole() is whole


@pytest.mark.parametrize(("text", "copied"), [
    ('[{"name": "celery", "type": "quorum"}, {"name": "bots", "type": "quorum"}]', True),
    ('[{"name": "celery", "type": "quorum"}, {"name": "bots", "type": "classic"}]', False),
    ('[{"name": "celery", "type": "quorum"}]', False),
    ("", False),
])  # fmt: skip
def test_queues_on_one_node_alone_are_noticed(
    text: str, copied: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.CompletedProcess([], 0, text.encode())
    monkeypatch.setattr(engines.Rabbit, "_run", lambda *_: done)
    assert engines.Rabbit(tmp_path).copies_queues() is copied


@pytest.mark.django_db(transaction=True)
def test_what_the_people_of_a_cluster_were_told_is_judged() -> None:
    """One answer was confirmed and isn't there, and nobody sends the letters."""
    playing = Playing([])
    game = playing.note(game_of([person() for _ in range(3)]))
    assert {each.kind for each in playing.judged(Sink(), letters=0)} <= {"letter lost"}
    playing.notes.add(Answer(game.code, 1, 0, "8", sent=1, told=2, outcome=OK, receipt="r8"))
    assert "lost" in {each.kind for each in playing.judged(Sink(), letters=0)}
