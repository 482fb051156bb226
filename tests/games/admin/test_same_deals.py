"""Of tables with the same deals, the panel shows nothing to a moderator who sits at one of them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, User
from accounts.security import roles
from games.admin import person_page
from games.models import Game
from games.selectors.moderation import search
from games.services.lobby import tables
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import give_factor, member, staff
from tests.games.duplicates.making import HERE, THERE, begun, created
from tests.games.making import running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def others() -> list[Game]:
    users = [member(name) for name in ("Anna", "Bo", "Wim")]
    return [running(users) for _game in range(3)]


@pytest.fixture
def beside(others: list[Game]) -> Game:
    return begun(name="Vlieland")[0][1]


@pytest.fixture
def marit(beside: Game) -> User:
    user = User.objects.get(name="Marit")
    roles.set_role(user, "moderator")
    give_factor(user)
    return user


def page(user: User, name: str, *key: object) -> str:
    client = Client()
    client.force_login(user)
    return str(client.get(reverse(f"admin:{name}", args=key)).content.decode())


def test_its_letters_are_hidden(beside: Game, marit: User) -> None:
    letter = Notice.objects.filter(facts__game=beside.pk, kind="game_started")[0]
    name, list_of = not_none(letter.recipient).name, "accounts_notice_changelist"
    letters = (("accounts_notice_change", letter.pk), ("act", "send_again", letter.pk))
    for reader, told in ((staff("Gerda", "moderator"), True), (marit, False)):
        assert (name in page(reader, list_of)) is told
        assert [name in page(reader, *each) for each in letters] == [told, told]


def test_what_was_done_there_is_hidden(beside: Game, marit: User) -> None:
    gerda = staff("Gerda", "moderator")
    number = execution.carry_out(gerda, "pause", beside.code, CommandInput("asked")).entry.number
    entry = execution.carry_out(gerda, "end", beside.code, CommandInput("unfair")).entry
    pages = (
        ("accounts_moderationentry_changelist",),
        ("accounts_moderationentry_change", entry.pk),
        ("undo", number),
    )
    for reader, told in ((gerda, True), (marit, False)):
        assert [beside.code in page(reader, *each) for each in pages] == [told] * 3
        assert (beside.name in page(reader, "act", "pause", beside.code)) is told


@pytest.mark.usefixtures("beside")
def test_of_the_newest_games_as_many_are_found_as_of_others(
    others: list[Game], marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGE_SIZE", 2)
    found = search.find(marit, "running")
    assert found.games == others[:0:-1]
    assert search.find(marit, "running", found.older).games == others[:1]


def test_on_the_page_of_a_player_it_takes_no_place_from_other_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person_page, "MAX_SEATS", 1)
    monkeypatch.setattr(person_page, "MAX_ROWS", 1)
    marit, *here = staff(HERE[0], "moderator"), *(member(name) for name in HERE[1:])
    there = [member(name) for name in THERE]
    seen = running(there)
    both = created(marit)
    for users, game in zip((here, there), both, strict=True):
        for user in users:
            tables.join(user, game.code)
    games = Game.objects.filter(pk__in=[seen.pk, both[1].pk])
    for state in ("running", "over"):
        games.update(state=state)
        text = page(marit, "accounts_user_change", there[0].pk)
        assert reverse("admin:games_game_change", args=[seen.pk]) in text
        assert reverse("admin:games_game_change", args=[both[1].pk]) not in text
