"""The models as they were before a migration, made by Django in less time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState


@contextmanager
def each_model_alone() -> Iterator[None]:
    """Lets Django make only the changed model anew after each step, not all related ones, which is
    most of the time that migrating takes.

    These then point to the model as it was before. Code in a migration still gets all models anew.
    """
    # The name is private, so Django's stubs don't know it; the migrations know no other way.
    theirs = ProjectState._find_reload_model  # type: ignore[attr-defined]

    def alone(state: Any, app: str, model: str, delay: bool = False) -> set[tuple[str, str]]:
        state.is_delayed = True
        return {(app, model)}

    ProjectState._find_reload_model = alone  # type: ignore[attr-defined]
    try:
        yield
    finally:
        ProjectState._find_reload_model = theirs  # type: ignore[attr-defined]


@cache
def loader() -> MigrationLoader:
    """All migrations that there are."""
    return MigrationLoader(None, ignore_no_migrations=True)


@cache
def _after(*migrations: tuple[str, str]) -> ProjectState:
    state: ProjectState = loader().project_state([_named(*each) for each in migrations])
    state.apps  # noqa: B018 - made now, so that copies have it
    return state


def after(migrations: list[tuple[str, str]]) -> ProjectState:
    """The models after these migrations and all that they build on."""
    return _after(*migrations).clone()


def _named(app: str, name: str) -> tuple[str, str]:
    """A migration by its name; `__first__` is that of a model that can be exchanged."""
    return loader().graph.root_nodes(app)[0] if name == "__first__" else (app, name)
