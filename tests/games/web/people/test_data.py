"""All about oneself in a file; and being forgotten, while the games of others stay whole."""

import json

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Feed, Notice, PushDevice, User
from accounts.notifications import feed_tokens, webhooks
from games import links
from games.models import Bid, Game, Invitation, LogEntry
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import inbox
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from games.services.talk import chat
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, fresh, legal, person, running, table_of, user_at
from tests.games.services.moderation.setting import players
from tests.games.web.driving import browser
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_its_page_says_that_ones_own_mails_are_not_in_the_file() -> None:
    user = players()[0]
    assert not any("mail" in name for name in everything(user))
    page = browser(user).get(reverse("data")).content.decode()
    assert "Only the e-mails that you wrote aren’t in it" in page
    assert inbox.KEPT_FOR.days == 30
    assert "after thirty days" in page


def test_the_file_holds_what_is_ones_own_and_nothing_of_others() -> None:
    users = players()
    game = running(users)
    own = bid(game, users[0], legal(game, 0)[3])
    others = bid(game, users[1], legal(game, 1)[4])
    chat.ignore(users[0], users[2])
    got = browser(users[0]).get(reverse("data-export"))
    text, data = got.content.decode(), json.loads(got.content)

    assert data["person"]["email"] == "marit@example.org"
    assert data["not_read"] == [users[2].name]
    assert data["games"][0]["answers"][0] | {"at": ""} == {
        "hand": 1, "answer": own.bid, "salt": own.salt, "receipt": own.digest,
        "via": "page", "missed": False, "at": "",
    }  # fmt: skip
    Bid.objects.filter(digest=own.digest).update(via=Bid.Via.BOT)  # whoever is away is told as well
    assert [each["via"] for each in everything(users[0])["games"][0]["answers"]] == ["bot"]
    assert others.salt not in text
    assert "password" not in data["person"]
    assert users[0].password not in text
    assert "joost@example.org" not in text


def test_the_file_holds_where_notices_go_besides_email_but_nothing_that_lets_anybody_in() -> None:
    marit = person()
    token = feed_tokens.make(marit, Feed.What.ATOM)
    _hook, secret = webhooks.add(marit, "https://192.0.3.1/tideweb")
    PushDevice.objects.create(user=marit, digest="d" * 64, sealed=b"s", label="Firefox on Android")
    data = everything(marit)
    assert [each["host"] for each in data["webhooks"]] == ["192.0.3.1"]
    assert [each["label"] for each in data["browsers"]] == ["Firefox on Android"]
    assert [each["what"] for each in data["feeds"]] == ["atom"]
    assert not any(each in str(data) for each in (token, secret, "d" * 64))


def test_the_file_costs_no_more_statements_with_more_games(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    users = players()
    fast_forward(running(users), 2)
    with CaptureQueriesContext(connection) as one:
        everything(users[0])
    for _more in range(4):
        running(users)
    with django_assert_num_queries(len(one)):
        assert len(everything(users[0])["games"]) == 5


def test_who_is_forgotten_leaves_no_name_and_no_address() -> None:
    users = players()
    over = fast_forward(running(users, name="Marit & friends"))
    now = running(users)
    table = tables.make_table(users[0], TableSettings(name="Texel", seats=4))
    client = browser(users[0])
    refused = client.post(reverse("data-delete"), {"name": "marit?"})
    assert refused.status_code == 400
    assert 'value="marit?" autofocus aria-invalid="true"' in refused.content.decode()
    assert User.objects.filter(name="Marit").exists()
    client.post(reverse("data-delete"), {"name": "Marit"})

    user = User.objects.get(pk=users[0].pk)
    assert not user.is_active
    assert user.name.startswith("Former player ")
    assert fresh(table).state == Game.State.CANCELLED
    assert not Notice.objects.filter(recipient=user).exists()
    assert "marit" not in _dump().lower()
    assert all_passed(verify(fresh(over).record.data))
    assert fresh(over).record.data["players"] == [None, "Joost", "Aoife"]
    assert not_none(fresh(now).start)["players"] == [None, "Joost", "Aoife"]
    assert user_at(fresh(now), 0) == user
    assert client.get(reverse("profile")).status_code == 302


def test_a_second_press_is_not_told_that_nothing_was_deleted() -> None:
    first, second = browser(marit := person()), Client()
    sent = {"name": marit.name}
    assert first.post(reverse("data-delete"), sent)["Location"] == reverse("front")
    page = second.post(reverse("data-delete"), sent, follow=True)
    assert page.redirect_chain == [(f"{reverse('account_login')}?next={reverse('data')}", 302)]
    assert "If you have just deleted your data, it is gone." in page.content.decode()


def _dump() -> str:
    rows = []
    for model in apps.get_models():
        if model._meta.app_label in {"accounts", "games", "account", "mfa"}:
            rows += [json.dumps(list(model._default_manager.values_list()), default=str)]
    return "\n".join(rows)


def test_the_games_of_others_go_on() -> None:
    users, game = table_of(3)
    erasure.forget(users[2])
    for user in users[:2]:
        bid(game, user)

    assert Bid.objects.filter(hand__game=game).count() >= 2
    named = [
        entry
        for entry in LogEntry.objects.order_by("pk")
        if "Former" in entry.with_names.get("name", "")
    ]
    assert [entry.kind for entry in named] == ["joined", "offered"]


def test_staff_give_back_their_role_first_and_a_chief_may_do_it_for_a_person() -> None:
    chief, person = staff("Hedda", "chief"), players()[0]
    with pytest.raises(Refused, match="is_staff"):
        erasure.forget(chief)
    done = execution.carry_out(chief, "forget", str(person.pk), CommandInput("asked"))

    assert not User.objects.get(pk=person.pk).is_active
    assert done.effect.letters == []


def test_whatever_points_to_a_person_goes_or_is_kept_for_a_reason() -> None:
    gone = {relation.related_model._meta.label for relation in erasure.own_relations()}
    assert gone & set(erasure.KEPT) == set()
    assert {"accounts.Notice", "accounts.ApiKey", "mfa.Authenticator"} <= gone


def test_whoever_came_to_a_table_by_two_invitations_can_be_forgotten() -> None:
    marit, joost = person(), person("Joost")
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3, visibility="link"))
    for address in (joost.email, "joost@work.example"):
        invitation = invitations.invite(marit, game.code, not_none(address))
        tables.join(joost, game.code, link=links.letter_token(invitation))
        tables.leave(joost, game.code)
    erasure.forget(joost)

    left = Invitation.objects.filter(accepted_by=joost).values_list("email", flat=True)
    assert len(left) == 2
    assert all(address.endswith(erasure.NOWHERE) for address in left)
