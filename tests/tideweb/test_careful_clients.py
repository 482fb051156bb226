"""What programs see that look before they fetch: monitors, checkers of links, mail scanners."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Bid
from tests.accounts.making import member
from tests.games.making import legal, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
MORE_THAN_ALLOWED = 35  # within a minute


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_to_look_at_a_page_is_no_attempt(client: Client, name: str) -> None:
    """An attempt counts for the whole network, whose people would be sent away."""
    way = reverse(name)
    looked = [client.head(way) for _time in range(MORE_THAN_ALLOWED)]
    assert {(answer.status_code, answer.content) for answer in looked} == {(200, b"")}
    assert client.post(way, {}).status_code == 200, "the form again, and not 429"


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE"])
@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_nor_is_to_ask_what_it_takes(client: Client, name: str, method: str) -> None:
    """As browsers do for a page of another site, which could keep its readers from signing in."""
    way = reverse(name)
    asked = [client.generic(method, way) for _time in range(MORE_THAN_ALLOWED)]
    assert {answer.status_code for answer in asked} == {405}
    assert client.post(way, {}).status_code == 200, "the form again, and not 429"


def test_nor_is_it_where_one_person_is_counted(client: Client) -> None:
    client.force_login(member())
    ways = [reverse("account_change_password"), reverse("account_email")]
    looked = [client.head(way).status_code for way in ways * 12]
    assert 429 not in looked


def test_attempts_themselves_are_counted_as_before(client: Client) -> None:
    tried = [client.post(reverse("account_signup"), {}) for _time in range(MORE_THAN_ALLOWED)]
    assert tried[-1].status_code == 429
    assert tried[-1]["Retry-After"] == "60", "as its page says"
    assert "Wait a minute" in tried[-1].content.decode()


def test_what_is_sent_to_an_address_without_its_slash_arrives(client: Client) -> None:
    users, game = table_of(3)
    client.force_login(users[0])
    sent = {"hand": 1, "bid": legal(game, 0)[0]}
    led = client.post(f"/g/{game.code}/bid", sent, follow=True)
    assert led.redirect_chain[0] == (f"/g/{game.code}/bid/", 308), "with all that was sent"
    assert Bid.objects.count() == 1


def test_who_only_reads_is_led_there_as_ever(client: Client) -> None:
    for look in (client.get, client.head):
        led = look("/rules?from=here")
        assert (led.status_code, led["Location"]) == (301, "/rules/?from=here")
