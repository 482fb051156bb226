"""Names of tables and people stand on one line: new ones must, old ones were mended.

Planted: without `confusables.unseen` in `tables.check_wish` all twelve tables are laid.
"""

from importlib import import_module

import pytest
from django.db import connection

from accounts.models import User
from games.models import Game
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.database import ROOT
from tests.games.api import asking
from tests.games.making import person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
BREAKS = ("\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\t")


@pytest.mark.parametrize("sign", BREAKS)
def test_no_table_is_started_whose_name_has_two_lines(sign: str) -> None:
    with pytest.raises(Refused) as caught:
        tables.make_table(person(), TableSettings(name=f"Buy pills{sign}Bcc: x@y.example"))
    assert caught.value.code == "bad_name"
    assert "on one line" in str(caught.value)


def mended(app: str) -> None:
    """Runs the migration's statement again, whatever its number is by now."""
    (found,) = (ROOT / app / "migrations").glob("*_names_on_one_line.py")
    with connection.cursor() as cursor:
        cursor.execute(import_module(f"{app}.migrations.{found.stem}").CLEANED)


def test_tables_of_before_are_on_one_line_by_now() -> None:
    game = tables.make_table(person(), TableSettings(name="Texel"))
    kept = tables.make_table(
        not_none(game.maker), TableSettings(name="Père \U0001f469\u200d\U0001f680")
    )
    for broken in BREAKS:
        Game.objects.filter(pk=game.pk).update(name=f"Buy pills{broken}{broken}Bcc: x")
        mended("games")
        assert Game.objects.get(pk=game.pk).name == "Buy pills Bcc: x"
    Game.objects.filter(pk=game.pk).update(name="\r\n")
    mended("games")
    assert Game.objects.get(pk=game.pk).name == game.code
    assert Game.objects.get(pk=kept.pk).name == kept.name


def test_people_of_before_are_on_one_line_and_still_have_a_name_of_their_own() -> None:
    marit, joost, wim = person("Marit B"), person("Joost"), person("Wim")
    User.objects.filter(pk=joost.pk).update(name="Marit\nB")
    User.objects.filter(pk=wim.pk).update(name="Wim\u2028W")
    mended("accounts")
    names = dict(User.objects.values_list("pk", "name"))
    assert names == {marit.pk: "Marit B", joost.pk: f"Marit B {joost.pk}", wim.pk: "Wim W"}


def test_no_person_takes_a_name_of_two_lines_by_the_api() -> None:
    marit = person()
    api = asking.client(marit)
    for sign in BREAKS:
        answer = api.patch(f"{asking.ROOT}/me", {"name": f"Marit{sign}Bcc"})
        assert "name" in asking.problem(answer, 400, "invalid")["errors"], repr(sign)
    marit.refresh_from_db()
    assert marit.name == "Marit"
