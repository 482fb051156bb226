"""The admin shows what a spectator sees, changes nothing, and asks few questions."""

import re

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import ModerationEntry, Notice, User
from accounts.staff import read_only_admin
from accounts.staff.audit_log import about_person, append
from games import game_secrets
from games.models import Bid, Game, Hand, League, Seat
from tests import ready_games
from tests.accounts.making import give_factor
from tests.games.making import bid, bid_all, legal, people, table_of, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(
        give_factor(User.objects.create_superuser("chief@example.org", "x", name="Chief"))
    )
    return client


def page(model: type[Model], view: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}", args=args)


def own_models() -> list[type[Model]]:
    return [
        model for model in admin.site._registry if model._meta.app_label in {"games", "accounts"}
    ]


def test_every_list_and_page_opens_and_none_shows_what_is_hidden(chief: Client) -> None:
    """Neither a sealed bid's salt, nor the deck, nor the secret, nor the entropies of a table.

    One game is over, another runs; of each a few rows of every kind are looked at.
    """
    over, game = ready_games.take("turn-the-tide"), ready_games.take("turn-the-tide", "middle")
    receipt = bid(game, user_at(game, 0), legal(game, 0)[0])
    sealed = Bid.objects.get(digest=receipt.digest)
    hidden = [
        receipt.salt,
        game_secrets.open_secret(game).hex(),
        game.link_secret,
        *game.seats.values_list("entropy", flat=True),
    ]
    for model in own_models():
        looks = [page(model, "changelist"), *(page(model, "change", pk) for pk in some_rows(model))]
        texts = {look: opened(chief, look) for look in looks}
        for secret in hidden:
            assert not [look for look, text in texts.items() if secret in text], model
    assert over.pk in some_rows(Game)
    assert game.pk in some_rows(Game)

    text = opened(chief, page(Bid, "change", sealed.pk))
    assert sealed.digest in text
    assert receipt.salt not in text
    assert "notation" not in text


def some_rows(model: type[Model]) -> list[object]:
    """The first two and the last two."""
    rows = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    return [*dict.fromkeys(rows[:2] + rows[-2:])]


def opened(chief: Client, address: str) -> str:
    answer = chief.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def test_nothing_can_be_added_changed_or_deleted(chief: Client) -> None:
    """But leagues, which are made here; they are no part of a game."""
    ready_games.take("turn-the-tide")
    for model in set(own_models()) - {League}:
        row = model._default_manager.first()
        assert chief.get(page(model, "add")).status_code == 403, model
        if row is None or model is User:
            continue
        assert chief.post(page(model, "change", row.pk), {}).status_code == 403, model
        assert chief.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403, model


def test_people_are_searched_exactly(chief: Client) -> None:
    table_of(3)
    for term in ("Marit", "marit", "MARIT@example.org"):
        text = chief.get(page(User, "changelist"), {"q": term}).content.decode()
        assert len(re.findall(r'class="field-name"', text)) == 1, term
    assert "0 results" in chief.get(page(User, "changelist"), {"q": "mar"}).content.decode()


def test_games_are_found_by_code_and_by_who_sits_there(chief: Client) -> None:
    game = table_of(3)[1]
    for term in (game.code, "joost", "aoife@example.org", str(game.pk)):
        text = chief.get(page(Game, "changelist"), {"q": term}).content.decode()
        assert game.code in text, term


def test_no_list_asks_a_question_for_each_row(chief: Client) -> None:
    """A game that has just begun has few rows of each kind, one that is over has many."""
    ready_games.take("rowboat", "first")
    lists = [page(model, "changelist") for model in own_models()]
    for address in lists:
        opened(chief, address)
    few = {address: questions(chief, address) for address in lists}
    ready_games.take("turn-the-tide", "over")

    assert {address: questions(chief, address) for address in lists} == few


def questions(chief: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        opened(chief, address)
    return len(asked)


def test_the_log_asks_no_question_for_each_entry(chief: Client) -> None:
    """Its entries come with their remarks, after which Django joins nothing of its own accord."""
    marit = people(1)[0]
    counts = []
    opened(chief, page(ModerationEntry, "changelist"))
    for _round in range(2):
        for _entry in range(3):
            append(marit, "warn", about_person(marit.pk), text="Please answer in time.")
        counts.append(questions(chief, page(ModerationEntry, "changelist")))

    assert counts[0] == counts[1]


def many_people(count: int) -> None:
    User.objects.bulk_create(
        User(email=f"p{number}@example.org", name=f"P{number}", look=f"look-{number}")
        for number in range(count)
    )


def test_a_long_list_is_counted_no_further_than_it_says_and_paged_all_the_same(
    chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond that the number is PostgreSQL's estimate, and never less than what was counted."""
    monkeypatch.setattr(read_only_admin, "MAX_COUNTED", 60)
    monkeypatch.setattr(read_only_admin, "estimated_rows", lambda _rows: 101)
    many_people(110)
    with CaptureQueriesContext(connection) as asked:
        answer = chief.get(page(User, "changelist"), {"p": 3})
    shown = not_none(answer.context_data)["cl"]
    counted = [each["sql"] for each in asked if "COUNT(*)" in each["sql"]]
    assert shown.result_count == 101
    assert len(shown.result_list) == 1
    assert [each.count("LIMIT 61") for each in counted] == [1]


def test_the_estimate_of_a_list_is_right_within_a_tenth() -> None:
    many_people(500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
    everybody = User.objects.count()
    assert 0.9 * everybody <= read_only_admin.estimated_rows(User.objects.all()) <= 1.1 * everybody


def test_the_page_of_a_game_asks_the_same_few_questions_whatever_happened_there(
    chief: Client,
) -> None:
    game = table_of(3)[1]
    address = page(Game, "change", game.pk)
    counts = []
    chief.get(address)
    for hands in (1, 2):
        for _hand in range(hands):
            bid_all(game)
        with CaptureQueriesContext(connection) as queries:
            chief.get(address)
        counts.append(len(queries))

    assert len(set(counts)) == 1
    assert counts[0] <= 24


@pytest.mark.parametrize("before", ["2026-02-30T00:00+99:99~3~1", "2026-13-45T00:00"])
def test_a_time_that_is_none_shows_the_latest_of_a_game(chief: Client, before: str) -> None:
    game = table_of(3)[1]
    answer = chief.get(page(Game, "change", game.pk), {"before": before})
    assert not_none(answer.context_data)["moments"]


def test_who_is_no_staff_sees_no_admin(client: Client) -> None:
    client.force_login(people(1)[0])
    for model in own_models():
        assert client.get(page(model, "changelist")).status_code == 302


def test_no_other_app_shows_its_secrets(chief: Client) -> None:
    shown = {model._meta.label for model in admin.site._registry}

    secrets = {"accounts.ApiKey", "mfa.Authenticator"}
    assert not (secrets | {"usersessions.UserSession"}) & shown


HIDDEN: list[tuple[type[Model], str]] = [
    (Game, "link_secret__startswith"),
    (Seat, "entropy__gte"),
    (Bid, "sealed__isnull"),
    (User, "password__startswith"),
]
FILTERS: list[tuple[type[Model], str, int]] = [
    (Game, "ruleset=rowboat", 200),
    (Hand, "state=ready", 200),
    (Hand, "state__exact=ready", 400),
    (Notice, "kind=reminder", 200),
    (Notice, "kind=%00", 400),
    (User, "kind__exact=%00", 400),
]


def test_no_address_asks_about_what_is_not_shown(chief: Client) -> None:
    table_of(3)
    for model, asked in HIDDEN:
        assert chief.get(page(model, "changelist"), {asked: "a"}).status_code == 400, asked


def test_the_filters_of_a_list_still_filter_and_offer_what_they_name(chief: Client) -> None:
    game = table_of(3)[1]
    for model, query, status in FILTERS:
        assert chief.get(f"{page(model, 'changelist')}?{query}").status_code == status, query
    for state, there in (("running", True), ("over", False)):
        text = chief.get(page(Game, "changelist"), {"state__exact": state}).content.decode()
        assert (game.code in text) is there
