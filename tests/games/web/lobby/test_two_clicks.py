"""A table in two clicks: by a preset, like the last one, or wherever a seat is free."""

import pytest

from games.models import Game, Rating
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people.friends import befriend
from games.web.lobby import presets
from tests.games.duplicates.making import created
from tests.games.making import people, person
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

NEW = "/games/new/"


def opened(user: object, **fields: str) -> Game:
    """The table to which this form leads."""
    answer = browser(user).post(NEW, fields)  # type: ignore[arg-type]
    assert answer.status_code == 302
    return Game.objects.get(code=answer.headers["Location"].split("/")[2])


@pytest.mark.parametrize(
    ("preset", "hours", "weekends"),
    [("evening", 1, True), ("day", 24, True), ("voyage", 72, False)],
)
def test_three_paces_with_a_link_to_send(preset: str, hours: int, weekends: bool) -> None:
    marit = person()
    game = opened(marit, game="rowboat", preset=preset)
    assert (game.ruleset, game.hours, game.weekends) == ("rowboat", hours, weekends)
    assert (game.visibility, game.maker) == (Game.Visibility.LINK, marit)
    assert "/come/" in page(browser(marit), f"/g/{game.code}/")


def test_one_like_the_last() -> None:
    marit = person()
    assert "Like your last" not in page(browser(marit), NEW)
    wish = TableSettings(
        name="Sylt", ruleset="rowboat", seats=3, hours=36, bank=120, most=120, tells=True
    )
    old = tables.make_table(marit, wish)
    assert "Rowboat, 3 seats" in page(browser(marit), NEW)
    new = opened(marit, again="1")
    like = ("ruleset", "seat_count", "hours", "bank_hours", "options", "visibility", "chat")
    assert [getattr(new, name) for name in like] == [getattr(old, name) for name in like]
    assert new != old


def test_tables_with_the_same_deals_are_not_the_last() -> None:
    marit = person()
    tables.make_table(marit, TableSettings(name="Sylt", ruleset="rowboat", seats=3))
    created(marit)
    assert "Rowboat, 3 seats" in page(browser(marit), NEW)


@pytest.mark.parametrize("fields", [{"preset": "year"}, {"again": "1"}])
def test_what_makes_no_sense_opens_nothing(fields: dict[str, str]) -> None:
    asked = {"game": "rowboat", "preset": "day", **fields}
    assert browser(person()).post(NEW, asked).headers["Location"] == NEW
    assert not Game.objects.exists()


def test_more_friends_than_seats_are_named_and_stay_chosen() -> None:
    marit, joost, aoife = people(3)
    fields = {"game": "turning-tides", "preset": "voyage", "with": [joost.name, aoife.name]}
    answer = browser(marit).post(NEW, fields)
    text = answer.content.decode()
    assert (answer.status_code, "you can invite at most 1." in text) == (400, True)
    for value in (joost.name, aoife.name, "voyage", "turning-tides"):
        assert f'value="{value}" checked' in text
    assert not Game.objects.exists()


@pytest.mark.parametrize("fields", [{"preset": "voyage"}, {"name": "Öland"}])
def test_a_friend_who_is_not_found_any_more_is_named_and_the_rest_stays(
    fields: dict[str, str],
) -> None:
    marit, joost = people(2)
    asked = {"game": "turning-tides", "with": [joost.name, "Gone"], **fields}
    answer = browser(marit).post(NEW, asked)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "No table was started." in text.split("Gone")[1]
    for value in (joost.name, *fields.values()):
        assert f'value="{value}"' in text
    assert not Game.objects.exists()


def test_friends_and_bots_share_the_seats() -> None:
    wish = TableSettings(name="Sylt", seats=3, bots=1)
    joost, aoife = people(2)
    assert presets.too_many([joost], wish) == ""
    assert "the bots can have at most 2." in presets.too_many([joost, aoife], wish)


FIND = {"game": "turning-tides", "preset": "day", "find": "1"}


def test_nobody_is_told_of_a_table_that_is_found() -> None:
    marit, joost = people(2)
    answer = browser(marit).post(NEW, {**FIND, "with": joost.name})
    assert (answer.status_code, "Choose nobody" in answer.content.decode()) == (400, True)
    assert not Game.objects.exists()


def test_who_asks_for_the_same_is_seated_together() -> None:
    marit, joost = people(2)
    game = opened(marit, **FIND)
    assert (game.state, game.visibility) == (Game.State.OPEN, Game.Visibility.PUBLIC)
    assert opened(joost, **FIND) == game
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_another_pace_another_game_and_ones_own_table_do_not_suit() -> None:
    marit, joost = people(2)
    own = opened(marit, **FIND)
    assert opened(joost, **FIND | {"preset": "voyage"}) != own
    assert opened(joost, **FIND | {"game": "rowboat"}) != own
    assert opened(marit, **FIND | {"preset": "evening"}) != own
    assert opened(marit, **FIND) != own  # nobody plays against themselves


def test_the_fullest_table_goes_first_then_the_one_of_like_strength() -> None:
    marit, joost, aoife, henning = people(4)
    for user, shown in ((marit, 1400), (joost, 1050), (henning, 1380)):
        Rating.objects.create(user=user, ruleset="rowboat", mu=25, sigma=3, games=20, shown=shown)
    asked = {"game": "rowboat", "preset": "day", "find": "1"}
    wish = TableSettings(ruleset="rowboat", seats=4)
    weak, strong = (
        tables.make_table(maker, TableSettings(**{**vars(wish), "name": maker.name}))
        for maker in (joost, marit)
    )
    assert opened(henning, **asked) == strong  # 1380 beside 1400
    assert opened(aoife, **asked) == strong  # two sit there already
    assert weak.seats.filter(user=None).count() == 3


def test_a_table_that_asks_for_more_is_passed_over() -> None:
    marit, joost = people(2)
    picky = tables.make_table(marit, TableSettings(ruleset="turning-tides", name="Picky", seats=2))
    Game.objects.filter(pk=picky.pk).update(visibility=Game.Visibility.LINK)
    assert opened(joost, **FIND) != picky


def test_every_friend_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presets, "MAX_SHOWN", 2)
    marit, *others = people(5)
    for friend in others:
        befriend(marit, friend)
        befriend(friend, marit)

    text = page(browser(marit), NEW)

    for friend in others:
        assert text.count(f'name="with" value="{friend.name}"') == 1
    assert "2 more friends" in text
