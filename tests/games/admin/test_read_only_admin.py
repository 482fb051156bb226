"""The admin shows what a spectator sees, changes nothing, and asks few questions."""

import re

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Notice, User
from accounts.staff import read_only_admin
from games import game_secrets
from games.models import Bid, Game, Hand, League, Seat
from tests import ready_games
from tests.accounts.making import give_factor
from tests.games.making import bid, bid_all, legal, people, running, table_of, user_at, users_at
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


def test_every_list_and_page_opens(chief: Client) -> None:
    ready_games.take("turn-the-tide")
    for model in own_models():
        assert chief.get(page(model, "changelist")).status_code == 200, model
        for row in model._default_manager.all()[:3]:
            assert chief.get(page(model, "change", row.pk)).status_code == 200, model


def test_no_page_shows_what_is_hidden(chief: Client) -> None:
    """Neither a sealed bid's salt, nor the deck, nor the secret, nor the entropies of a table."""
    game = table_of(3)[1]
    bid_all(game)
    users = users_at(game)
    receipt = bid(game, users[0], legal(game, 0)[3])
    hidden = [
        receipt.salt,
        game_secrets.open_secret(Game.objects.get()).hex(),
        game.link_secret,
        *Seat.objects.values_list("entropy", flat=True),
    ]
    for model in own_models():
        texts = [chief.get(page(model, "changelist")).content.decode()]
        texts += [
            chief.get(page(model, "change", row.pk)).content.decode()
            for row in model._default_manager.all()
        ]
        for secret in hidden:
            assert not any(secret in text for text in texts), model


def test_a_live_bid_says_nothing_and_a_resolved_one_what_all_have_seen(chief: Client) -> None:
    game = table_of(3)[1]
    bid(game, user_at(game, 0), legal(game, 0)[3])
    sealed = Bid.objects.get()
    text = chief.get(page(Bid, "change", sealed.pk)).content.decode()

    assert sealed.digest in text
    assert "notation" not in text


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


def test_a_list_asks_the_same_number_of_questions_for_any_number_of_rows(chief: Client) -> None:
    users = people(3)
    running(users)
    chief.get(page(Game, "changelist"))
    with CaptureQueriesContext(
        connection,
    ) as few:
        chief.get(page(Game, "changelist"))
    for _game in range(8):
        running(users)
    with CaptureQueriesContext(connection) as many:
        chief.get(page(Game, "changelist"))

    assert len(few) == len(many)


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
    for _look in range(3):
        bid_all(game)
        chief.get(address)
        with CaptureQueriesContext(connection) as queries:
            chief.get(address)
        counts.append(len(queries))

    assert len(set(counts)) == 1
    assert counts[0] <= 24


def test_who_is_no_staff_sees_no_admin(client: Client) -> None:
    client.force_login(people(1)[0])
    for model in own_models():
        assert client.get(page(model, "changelist")).status_code == 302


def test_no_other_app_shows_its_secrets(chief: Client) -> None:
    shown = {model._meta.label for model in admin.site._registry}

    secrets = {"accounts.ApiKey", "mfa.Authenticator"}
    assert not (secrets | {"usersessions.UserSession"}) & shown


@pytest.mark.parametrize(
    ("model", "asked"),
    [
        (Game, "link_secret__startswith"),
        (Seat, "entropy__gte"),
        (Bid, "sealed__isnull"),
        (User, "password__startswith"),
    ],
)
def test_no_address_asks_about_what_is_not_shown(
    chief: Client, model: type[Model], asked: str
) -> None:
    table_of(3)
    assert chief.get(page(model, "changelist"), {asked: "a"}).status_code == 400


def test_the_filters_of_a_list_still_filter(chief: Client) -> None:
    game = table_of(3)[1]
    for state, there in (("running", True), ("over", False)):
        text = chief.get(page(Game, "changelist"), {"state__exact": state}).content.decode()
        assert (game.code in text) is there


@pytest.mark.parametrize(
    ("model", "query", "status"),
    [
        (Game, "ruleset=rowboat", 200),
        (Hand, "state=ready", 200),
        (Hand, "state__exact=ready", 400),
        (Notice, "kind=reminder", 200),
    ],
)
def test_filters_offer_what_they_name_and_no_more(
    chief: Client, model: type[Model], query: str, status: int
) -> None:
    table_of(3)

    assert chief.get(f"{page(model, 'changelist')}?{query}").status_code == status
