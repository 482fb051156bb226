"""The pages of commands: preview, doing, undoing; and where they are offered."""

import re
import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ModerationEntry, Notice, User
from games.admin import index_page
from games.models import Game
from games.services import sweep
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member, staff
from tests.answers import Answer
from tests.games.making import bid, fresh, running, table_of
from tests.games.services.moderation.setting import (
    GIVEN,
    game_with_a_miss,
    players,
    table,
)
from tests.narrowing import not_none
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="token" value="([^"]+)"')
CONFIRM = re.compile(r"Type “([^”]+)” to go on")


def signed_in(role: str = "chief", name: str = "Hedda") -> Client:
    client = Client()
    client.force_login(again(staff, name, role))
    return client


def filled_in(slug: str) -> dict[str, object]:
    given = GIVEN[slug]
    fields = {name: getattr(given, name) for name in COMMANDS[slug].fields}
    return {**fields, "reason": given.reason, "text": given.text}


def looked_at(shown: Answer) -> dict[str, str]:
    """What the page of a preview sends when somebody carries it out."""
    text = shown.content.decode()
    token = TOKEN.search(text)
    assert token, text
    asked = CONFIRM.search(text)
    return {"token": token[1], **({"confirm": asked[1]} if asked else {})}


def previewed_and_done(client: Client, page: str, form: dict[str, Any]) -> Answer:
    """The two clicks."""
    return client.post(page, {**form, **looked_at(client.post(page, form))})


def test_what_changed_since_the_preview_is_shown_before_it_is_done() -> None:
    game, client = game_with_a_miss(), signed_in()
    page = reverse("admin:act", args=["take_back", game.code])
    shown = looked_at(client.post(page, filled_in("take_back")))
    for seat in game.seats.select_related("user"):
        bid(game, not_none(seat.user))
    sweep.sweep()
    again = client.post(page, {**filled_in("take_back"), **shown}).content.decode()

    assert "Something isn’t as you were shown" in again
    assert "Open hand: 4 when you looked, now 5" in again
    assert fresh(game).hand_number == 5


def test_undoing_by_its_page() -> None:
    game, client = game_with_a_miss(), signed_in("helper")
    page = reverse("admin:act", args=["excuse", game.code])
    previewed_and_done(client, page, filled_in("excuse"))
    number = ModerationEntry.objects.get(command="excuse").number
    home = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert reverse("admin:undo", args=[number]) in home
    undone = previewed_and_done(client, reverse("admin:undo", args=[number]), {"reason": "asked"})

    assert undone.status_code == 302
    assert game.seats.get(index=2).misses == 1


def test_a_helper_is_offered_what_helpers_may() -> None:
    game = game_with_a_miss()
    text = signed_in("helper").get(reverse("admin:games_game_change", args=[game.pk]))
    assert "/do/excuse/" in text.content.decode()
    assert "/do/take_back/" not in text.content.decode()


def test_on_her_own_game_a_moderator_is_offered_nothing() -> None:
    hedda = staff("Hedda", "chief")
    game = running([*players()[:2], hedda])
    client = Client()
    client.force_login(hedda)
    text = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()

    assert "/do/" not in text
    assert "another moderator" in text


@pytest.mark.parametrize("shows", [True, False])
def test_the_page_of_a_game_never_tells_who_has_answered_where_that_is_hidden(shows: bool) -> None:
    users, game = table_of(3, tells=shows)
    client = signed_in()
    page = reverse("admin:games_game_change", args=[game.pk])
    before = client.get(page).content.decode()
    bid(game, users[0])
    after = client.get(page).content.decode()

    assert (_still(before) == _still(after)) is not shows


def _still(text: str) -> str:
    return re.sub(r'value="[^"]{60,}"', "", text)


def test_games_are_found_by_whatever_one_knows() -> None:
    game, client = table()[1], signed_in()
    known = (game.code, game.pk, "Schiermonnikoog", "joost", "joost@example.org", "running")
    for term in known:
        found = client.get(reverse("admin:find"), {"q": term}).content.decode()
        assert reverse("admin:games_game_change", args=[game.pk]) in found, term


@pytest.mark.parametrize("name", ["İpek", "ΝΙΚΟΣ"])
def test_people_are_found_whose_small_letters_depend_on_who_writes_them(name: str) -> None:
    """PostgreSQL knows neither the final sigma nor what Python makes of a dotted İ."""
    client, known = signed_in(), User.objects.create_user("someone@example.org", "x", name=name)
    for page in (reverse("admin:find"), reverse("admin:accounts_user_changelist")):
        found = client.get(page, {"q": name}).content.decode()
        assert reverse("admin:accounts_user_change", args=[known.pk]) in found, page


def test_letters_are_found_by_their_message_id_and_stuck_hands_by_that_word() -> None:
    game, client = table()[1], signed_in()
    notice = not_none(Notice.objects.first())
    found = client.get(reverse("admin:find"), {"q": f"<{notice.message_id}@testserver>"})
    assert reverse("admin:accounts_notice_change", args=[notice.pk]) in found.content.decode()
    game.hands.update(deadline=timezone.now() - timedelta(hours=1))
    for page in (reverse("admin:index"), reverse("admin:find") + "?q=stuck"):
        assert (
            reverse("admin:games_game_change", args=[game.pk]) in client.get(page).content.decode()
        )


def test_the_start_page_names_who_cannot_be_reached() -> None:
    game, client = table()[1], signed_in()
    Notice.objects.filter(facts__game=game.pk, recipient__name="Joost").update(
        state=Notice.State.FAILED, reason="550 no such mailbox"
    )
    text = client.get(reverse("admin:index")).content.decode()

    assert "Joost" in text
    assert "550 no such mailbox" in text


@pytest.mark.parametrize(("minutes", "said"), [(0, "starting"), (3, "no sign of life")])
def test_the_start_page_gives_the_first_pulse_its_time(
    monkeypatch: pytest.MonkeyPatch, minutes: int, said: str
) -> None:
    monkeypatch.setattr(index_page, "STARTED", time.monotonic() - 60 * minutes)
    text = signed_in().get(reverse("admin:index")).content.decode()
    worker = text.split("Worker and beat")[1].split("</section>")[0]
    assert f">{said}<" in worker
    assert ('class="bad"' in worker) is (said != "starting")


def test_seats_have_the_numbers_that_people_see() -> None:
    game, client = table()[1], signed_in()
    page = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert re.findall(r'<th scope="row">(\d)</th>', page) == ["1", "2", "3"]
    listed = client.get(reverse("admin:games_seat_changelist")).content.decode()
    assert sorted(re.findall(r'class="field-number">(\d)<', listed)) == ["1", "2", "3"]
    seat = not_none(game.seats.first())
    assert str(seat) == f"seat 1 of game {game.pk}"
    change = client.get(reverse("admin:games_seat_change", args=[seat.pk])).content.decode()
    assert str(seat) in change


def test_who_is_suspended_sees_why_and_until_when() -> None:
    chief, person = signed_in(), member("Wim")
    page = reverse("admin:act", args=["suspend", person.pk])
    form = {"days": 9, "reason": "unfair", "text": "Two accounts at one table."}
    previewed_and_done(chief, page, form)
    client = Client()
    client.force_login(User.objects.get(pk=person.pk))
    told = client.get("/moves/")

    assert told.status_code == 403
    assert "Two accounts at one table." in told.content.decode()
    assert "unfair play" in told.content.decode()
    assert client.get("/privacy/").status_code == 200
    assert client.post("/account/logout/").status_code == 302


def test_unknown_targets_are_not_found() -> None:
    client = signed_in()
    for slug, target in (
        ("excuse", "nothing"),
        ("warn", "x"),
        ("warn", "999"),
        ("nope", "1"),
        ("end", "%00"),
    ):
        assert client.get(f"/admin/do/{slug}/{target}/").status_code == 404
    assert client.get("/admin/undo/7/").status_code == 404
    assert client.get("/admin/game/nothing/").status_code == 404
    assert Game.objects.count() == 0


def test_the_page_of_a_hidden_letter_is_that_of_none() -> None:
    running(players())
    asking, client = not_none(Notice.objects.filter(kind="your_move").first()), signed_in()
    pages = [
        client.get(reverse("admin:act", args=["send_again", number]))
        for number in (asking.pk, asking.pk + 10**6)
    ]
    assert [page.status_code for page in pages] == [404, 404]
    assert "your_move" not in pages[0].content.decode()
    titles = [re.findall(r"<title>.*?</title>|<h\d.*", page.content.decode()) for page in pages]
    assert titles[0] == titles[1]


def test_taking_back_is_offered_once_a_hand_was_turned() -> None:
    (users, new), client = table(), signed_in()
    old = game_with_a_miss(users, name="Rottumeroog")
    for game, turned in ((new, False), (old, True)):
        text = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
        assert ("/do/take_back/" in text) is turned
