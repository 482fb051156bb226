"""What programs see that look before they fetch: monitors, checkers of links, mail scanners."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.making import member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
MORE_THAN_ALLOWED = 35  # within a minute


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_to_look_at_a_page_is_no_attempt(client: Client, name: str) -> None:
    """An attempt counts for the whole network, whose people would be sent away."""
    way = reverse(name)
    looked = [client.head(way) for _time in range(MORE_THAN_ALLOWED)]
    assert {(answer.status_code, answer.content) for answer in looked} == {(200, b"")}
    assert client.post(way, {}).status_code == 200, "the form again, and not 429"


def test_nor_is_it_where_one_person_is_counted(client: Client) -> None:
    client.force_login(member())
    ways = [reverse("account_change_password"), reverse("account_email")]
    looked = [client.head(way).status_code for way in ways * 12]
    assert 429 not in looked


def test_attempts_themselves_are_counted_as_before(client: Client) -> None:
    tried = [client.post(reverse("account_signup"), {}) for _time in range(MORE_THAN_ALLOWED)]
    assert tried[-1].status_code == 429
