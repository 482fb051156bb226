"""Leaves out what pytest-django sets up for every test although hardly any needs it.

Each fixture costs as much as a small test, and there are thousands of these.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

Item = pytest.Function

# Which tests need them: those with this mark, or this fixture, or of a class.
NEEDED: dict[str, Callable[[Item], object]] = {
    "_dj_autoclear_mailbox": lambda _item: True,
    "_django_clear_site_cache": lambda _item: False,  # we don't use django.contrib.sites
    "_django_db_marker": lambda item: item.get_closest_marker("django_db"),
    "_django_isolate_apps": lambda item: item.get_closest_marker("django_isolate_apps"),
    "_django_set_urlconf": lambda item: item.get_closest_marker("urls"),
    "_django_setup_unittest": lambda item: item.cls,
    "_live_server_helper": lambda item: "live_server" in item.fixturenames,
    "_template_string_if_invalid_marker": lambda item: item.get_closest_marker(
        "ignore_template_errors"
    ),
}


def leave_out(item: pytest.Item) -> None:
    """Takes them off the list of what is set up for this test."""
    if isinstance(item, Item):
        needless = {name for name, needs in NEEDED.items() if not needs(item)}
        kept = [name for name in item.fixturenames if name not in needless]
        if "monkeypatch" in kept and not _asked_for("monkeypatch", item, kept):
            kept.remove("monkeypatch")  # one of those had asked for it
        item.fixturenames = kept


def _asked_for(name: str, item: Item, by: list[str]) -> bool:
    """Whether the test itself or one of these fixtures has such an argument."""
    info = item._fixtureinfo
    return name in info.argnames or any(
        name in fixture.argnames for each in by for fixture in info.name2fixturedefs.get(each, ())
    )
