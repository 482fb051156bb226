"""The calendar of deadlines and the feed of notices: by a secret address, and no card in them."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from icalendar import Calendar

from accounts.models import Feed, Notice, User
from accounts.notifications import feed_tokens
from accounts.operation import database_clock
from games import links
from games.mail.summaries import TITLES
from games.models import Game, SeatClock
from games.services.mail import reply_addresses
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import friends, vacations
from games.services.seats import absence, votes
from tests.accounts.making import staff
from tests.games.making import bid, bid_all, hand_of, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def events(token: str) -> list[Any]:
    answer = Client().get(reverse("calendar", args=[token]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content).events


def three_days_off(user: User) -> None:
    today = timezone.now().date()
    vacations.book(user, today, today + timedelta(days=2))


def an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = database_clock.now
    monkeypatch.setattr(database_clock, "now", lambda: now() + timedelta(hours=1))


def test_a_hand_that_waits_is_an_event_at_its_deadline(users: list[User], game: Game) -> None:
    token = feed_tokens.make(users[0], "calendar")
    (event,) = events(token)
    clock = SeatClock.objects.get(hand=hand_of(game), user=users[0])

    assert event["uid"] == f"{game.code}-1-0@testserver"
    assert event["sequence"] >= 0
    assert event.decoded("dtstart") == clock.deadline.replace(microsecond=0)
    assert event["summary"] == "Your move: Turn the Tide, Schiermonnikoog"
    bid(game, users[0])
    assert events(token) == []


def test_while_the_game_is_paused_it_has_no_deadline(users: list[User], game: Game) -> None:
    token = feed_tokens.make(users[0], "calendar")
    for user in users:
        votes.vote(user, game.code, "pause")
    assert events(token) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_it_calls_the_hand_what_the_bell_calls_it(
    users: list[User], game: Game, language: str
) -> None:
    User.objects.filter(pk=users[0].pk).update(language=language)
    (event,) = events(feed_tokens.make(users[0], "calendar"))
    with translation.override(language):
        title = TITLES["your_move"]
        assert event["summary"] == f"{title}: Turn the Tide, Schiermonnikoog"


def test_a_calendar_without_events_is_one_too(users: list[User], game: Game) -> None:
    """RFC 5545, 3.6: one or more components."""
    path = reverse("calendar", args=[feed_tokens.make(users[0], "calendar")])
    bid(game, users[0])
    found = Client().get(path).content
    assert [part.name for part in Calendar.from_ical(found).subcomponents] == ["VTIMEZONE"]
    assert b"TZOFFSETTO:+0000\r\n" in found


def test_a_deadline_that_moves_keeps_its_uid_with_a_higher_sequence(
    users: list[User], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = feed_tokens.make(users[0], "calendar")
    (before,) = events(token)
    an_hour_later(monkeypatch)
    three_days_off(users[0])
    (after,) = events(token)

    assert after["uid"] == before["uid"]
    assert after["sequence"] == before["sequence"] + 1
    assert after.decoded("dtstart") > before.decoded("dtstart")
    assert after.decoded("dtstamp") > before.decoded("dtstamp")


def test_a_hand_that_was_taken_back_is_asked_again_with_a_higher_sequence(
    users: list[User], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RFC 5545, 3.8.7.4: with a lower one a calendar may keep the old deadline."""
    token = feed_tokens.make(users[0], "calendar")
    three_days_off(users[0])
    (before,) = events(token)
    an_hour_later(monkeypatch)
    bid_all(game)
    execution.carry_out(staff(), "take_back", game.code, CommandInput("defect", hand=1))
    (after,) = events(token)

    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after.decoded("dtstamp") > before.decoded("dtstamp")


def test_so_is_who_comes_back_to_a_game_that_waited(
    users: list[User], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = feed_tokens.make(users[0], "calendar")
    three_days_off(users[0])
    (before,) = events(token)
    for user in users:
        absence.pass_to_bot(user, game.code)
    an_hour_later(monkeypatch)
    absence.back(users[0], game.code)
    (after,) = events(token)

    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after.decoded("dtstamp") > before.decoded("dtstamp")


@pytest.mark.parametrize(("what", "name"), [("calendar", "calendar"), ("atom", "atom")])
def test_who_has_it_already_gets_304(users: list[User], game: Game, what: str, name: str) -> None:
    path = reverse(name, args=[feed_tokens.make(users[0], what)])
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    bid(game, users[0])
    running(users, name="Texel")
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_feed_tells_what_stands_behind_the_bell(users: list[User], game: Game) -> None:
    answer = Client().get(reverse("atom", args=[feed_tokens.make(users[0], "atom")]))
    feed = ElementTree.fromstring(answer.content)
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [entry.findtext(f"{atom}title") for entry in feed.findall(f"{atom}entry")]
    ids = {entry.findtext(f"{atom}id") for entry in feed.findall(f"{atom}entry")}

    assert answer["Content-Type"].startswith("application/atom+xml")
    assert titles == ["Your move", "The game begins"]
    assert len(ids) == 2
    assert all(not_none(each).startswith("tag:testserver,2026:notice/") for each in ids)


def test_the_feed_holds_what_an_hour_at_many_tables_may_bring(users: list[User]) -> None:
    Notice.objects.bulk_create(
        Notice(recipient=users[0], kind="friend_asked", event=f"{n}", shown=True, message_id=f"{n}")
        for n in range(90)
    )
    feed = Client().get(reverse("atom", args=[feed_tokens.make(users[0], "atom")]))
    assert feed.content.count(b"<entry>") == 90


def test_the_feed_has_an_author_and_names_are_no_markup(users: list[User]) -> None:
    """RFC 4287, 4.1.1 and 3.1.1.2: a summary is HTML."""
    running(users, name="A <b>table</b> & more")
    answer = Client().get(reverse("atom", args=[feed_tokens.make(users[0], "atom")]))
    feed = ElementTree.fromstring(answer.content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert feed.findtext(f"{atom}author/{atom}name") == "Tideweb"
    (summary, *_more) = feed.iter(f"{atom}summary")
    assert summary.get("type") == "html"
    assert "A &lt;b&gt;table&lt;/b&gt; &amp; more" in not_none(summary.text)


def test_its_page_says_that_the_feed_tells_more_than_whose_turn_it_is(users: list[User]) -> None:
    friends.befriend(users[1], users[0])
    feed = Client().get(reverse("atom", args=[feed_tokens.make(users[0], "atom")]))
    assert users[1].name in feed.content.decode()

    client = Client()
    client.force_login(users[0])
    assert "in the feed what your bell shows" in client.get(reverse("ways")).content.decode()


def test_an_address_is_shown_once_kept_hashed_and_revoked(users: list[User]) -> None:
    client = Client()
    client.force_login(users[0])
    shown = client.post(reverse("feed_make", args=["calendar"])).content.decode()
    path = shown.partition("http://testserver/calendar/")[2].partition(".ics")[0]
    assert len(path) == 32
    assert Client().get(f"/calendar/{path}.ics").status_code == 200
    assert path not in client.get(reverse("ways")).content.decode()
    assert path not in Feed.objects.get().digest
    assert Client().get(f"/feed/{path}.atom").status_code == 404, "each for itself"

    client.post(reverse("feed_make", args=["calendar"]))
    assert Client().get(f"/calendar/{path}.ics").status_code == 404
    assert client.post(reverse("feed_revoke", args=["calendar"])).status_code == 302
    assert not Feed.objects.exists()
    assert client.post(reverse("feed_make", args=["gossip"])).status_code == 404


def test_a_closed_account_is_read_no_more(users: list[User], game: Game) -> None:
    token = feed_tokens.make(users[0], "calendar")
    User.objects.filter(pk=users[0].pk).update(is_active=False)
    assert Client().get(reverse("calendar", args=[token])).status_code == 404


def test_a_letter_s_link_has_the_deadline_of_its_hand_alone(users: list[User], game: Game) -> None:
    running(users)
    hand = hand_of(game)
    row = reply_addresses.addresses_for([(users[0].pk, hand.pk)])[users[0].pk, hand.pk]
    where = f"/answer/{links.answer_token(row)}/deadline.ics"
    answer = Client().get(where)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(answer.content).events
    assert event["uid"] == f"{game.code}-1-0@testserver"
    assert Client().get(where.replace("/answer/", "/answer/x")).status_code == 404
    reply_addresses.revoke(users[0])
    assert Client().get(where).status_code == 404
