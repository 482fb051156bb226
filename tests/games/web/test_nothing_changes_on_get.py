"""GET reads; whatever changes something wants POST."""

from typing import Any

import pytest
from django.apps import apps

from games import links
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, running, table_of
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db

POST_ONLY = ("bid", "join", "leave", "start", "invite", "decline", "release", "renew", "policy")
IGNORED = {"looked_at_hand", "last_login", "session_data", "expire_date"}


def everything() -> dict[str, list[Any]]:
    """All rows of ours, but for what only notes that somebody looked."""
    found = {}
    for model in [
        *apps.get_app_config("games").get_models(),
        *apps.get_app_config("accounts").get_models(),
    ]:
        names = [f.attname for f in model._meta.concrete_fields if f.attname not in IGNORED]
        rows = model._default_manager.order_by("pk").values_list(*names)
        found[model.__name__] = [tuple(map(_plain, row)) for row in rows]
    return found


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def test_pages_leave_everything_as_it_is() -> None:
    users, game = table_of(3)
    bid_all(game)
    over = fast_forward(running(users, name="Baltrum"))
    open_ = tables.make_table(users[0], TableSettings(name="Texel", visibility="link"))
    before = everything()
    paths = ["/", "/moves/", "/games/", "/games/?show=mine&before=9999999", "/games/new/"]
    paths += [f"/g/{g.code}/" for g in (game, over, open_)]
    paths += [f"/g/{game.code}/?change=1", f"/g/{game.code}/pulse/", f"/g/{game.code}/hand/1/"]
    paths += [f"/g/{over.code}/replay/", f"/g/{over.code}/replay/7/", f"/g/{over.code}/record.json"]
    paths += [f"/g/{open_.code}/come/{links.link_token(open_)}/"]
    for user in (users[0], None):
        client = browser(user)
        for path in paths:
            assert client.get(path).status_code in (200, 204, 302, 404), path
            client.head(path)
    assert everything() == before


@pytest.mark.parametrize("verb", POST_ONLY)
def test_get_is_not_allowed_where_something_changes(verb: str) -> None:
    users, game = table_of(3)
    before = everything()
    assert browser(users[0]).get(f"/g/{game.code}/{verb}/").status_code == 405
    assert everything() == before


def test_play_now_wants_a_post() -> None:
    assert browser().get("/play/").status_code == 405


def test_a_form_without_its_token_is_refused() -> None:
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/play/").status_code == 403
