"""The bell: what is shown there, what is unread, and that opening the page reads it."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Choice, Notice, User
from accounts.notifications import in_app
from accounts.notifications.kinds import KINDS, Kind
from games.selectors.page_header import masthead
from tests.accounts.making import member, plain_letter, tell

pytestmark = pytest.mark.django_db
State = Notice.State


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    KINDS["news"] = Kind("news", "news", plain_letter)
    yield
    del KINDS["news"]


def shown(user: User, count: int = 1, **fields: object) -> list[Notice]:
    """So many notices, shown."""
    tell(user, count, kind="news", **fields)
    return list(in_app.of(user))


def test_opening_the_page_reads_what_stands_on_it(client: Client, marit: User) -> None:
    shown(marit, 25)
    assert masthead(marit).unread == 25
    page = client.get(reverse("in_app")).content.decode()
    assert page.count("ring--new") == 20
    assert masthead(marit).unread == 5
    assert "ring--new" not in client.get(reverse("in_app")).content.decode()
    client.get(reverse("in_app"), {"page": 2})
    assert masthead(marit).unread == 0


def test_one_press_reads_also_what_stands_on_other_pages(client: Client, marit: User) -> None:
    shown(marit, 45)
    (notice,) = shown(member("Joost"))
    assert "Mark all as read" in client.get(reverse("in_app")).content.decode()
    assert masthead(marit).unread == 25
    page = client.post(reverse("in_app"), follow=True).content.decode()
    assert "All notices are marked as read." in page
    assert masthead(marit).unread == 0
    assert "Mark all as read" not in page
    notice.refresh_from_db()
    assert notice.read_at is None


def test_it_is_not_offered_where_opening_the_page_reads_all(client: Client, marit: User) -> None:
    shown(marit, 25)
    in_app.mark_read(marit, list(in_app.of(marit))[7:])
    page = client.get(reverse("in_app")).content.decode()
    assert page.count("ring--new") == 7
    assert "Mark all as read" not in page


def test_asking_only_for_the_head_reads_nothing(client: Client, marit: User) -> None:
    shown(marit)
    client.head(reverse("in_app"))
    assert masthead(marit).unread == 1


def test_beside_the_bell_a_number_that_stands_for_more_says_so(client: Client, marit: User) -> None:
    shown(marit, 99)
    assert '<span class="vh">unread: </span><b>99</b>' in client.get("/games/").content.decode()
    shown(marit)
    assert masthead(marit).unread == 100
    assert '<span class="vh">unread: </span><b>99+</b>' in client.get("/games/").content.decode()
    assert client.get(reverse("moves-pulse")).content.decode().endswith("~0.99+")
    assert 'data-seen="~0.99+"' in client.get("/games/").content.decode()


def test_the_number_stands_beside_the_bell(client: Client, marit: User) -> None:
    shown(marit, 3)
    page = client.get(reverse("profile")).content.decode()
    assert page.count('<span class="vh">unread: </span><b>3</b></span>') == 1


def test_what_is_no_longer_true_waits_no_more(marit: User) -> None:
    tell(marit, kind="news", fact="untrue")
    assert [entry.fresh for entry in in_app.entries(marit, list(in_app.of(marit)))] == [False]


def test_what_is_not_wished_here_is_not_shown(marit: User) -> None:
    Choice.objects.create(user=marit, kind="news", channel="site", wanted=False)
    tell(marit, kind="news")
    assert masthead(marit).unread == 0


def test_what_only_the_bell_shows_is_there_at_once(marit: User) -> None:
    Choice.objects.create(user=marit, kind="news", channel="mail", wanted=False)
    (notice,) = shown(marit)
    assert (notice.channel, notice.state) == ("site", State.SENT)
    assert masthead(marit).unread == 1


def test_it_does_not_wait_for_the_letter(marit: User) -> None:
    (notice,) = shown(marit)
    assert (notice.channel, notice.state) == ("mail", State.QUEUED)
    assert masthead(marit).unread == 1


def test_nobody_sees_the_bell_of_another(client: Client, marit: User) -> None:
    shown(member("Joost"))
    assert "ring--new" not in client.get(reverse("in_app")).content.decode()
    assert masthead(marit).unread == 0
