"""Your moves: what waits for me by deadline, what I wait for, what ended."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import selectors
from games.models import Game, Hand
from games.selectors.page_header import masthead
from games.services import sweep
from games.services.hands import plans
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, votes
from games.web.hands import live, your_moves
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, hand_of, people, person, running, table_of
from tests.games.services.sitting import miss
from tests.games.web.driving import browser, choices, page

pytestmark = pytest.mark.django_db


def test_what_waits_is_ordered_by_deadline_and_answerable_in_place() -> None:
    users, later = table_of(3, name="Later", hours=48)
    sooner = running(users, name="Sooner", hours=5)
    client = browser(users[0])
    text = page(client, "/moves/")
    assert text.index("Sooner") < text.index("Later")
    assert "2 hands wait for you" in text
    card = choices(text)[0]
    client.post(f"/g/{sooner.code}/bid/", {"hand": 1, "bid": card, "from": "moves"})
    text = page(client, "/moves/")
    assert "1 hand waits for you" in text
    assert text.index("Later") < text.index("You’re waiting for") < text.index("Sooner")
    assert f"sealed: the {card}" in text
    assert f"/g/{later.code}/" in text


def test_of_hands_beyond_those_answered_in_place_it_says_you_for_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(your_moves, "IN_FULL", 1)
    users, _later = table_of(3, hours=48)
    running(users, hours=5)
    assert "<span>You, Joost and Aoife</span>" in page(browser(users[0]), "/moves/")


def test_it_says_what_a_plan_has_answered() -> None:
    users, game = table_of(3)
    plans.write(users[0], game.code, "always: highest")
    for user in users:
        bid(game, user)
    sweep.sweep()
    own = selectors.observations.own_bid(fresh(game), hand_of(game), 0)
    assert own is not None

    assert f"sealed by your plan: the {own.notation}" in page(browser(users[0]), "/moves/")
    assert "by your plan" not in page(browser(users[1]), "/moves/")


def test_the_masthead_counts_what_waits() -> None:
    users, game = table_of(3)
    count = '<span class="vh">due: </span><b>1</b></span>'
    assert count in page(browser(users[0]), "/games/")
    bid(game, users[0])
    assert count not in page(browser(users[0]), "/games/")
    assert count not in page(browser(), "/games/")
    assert masthead(users[1]).due == 1
    for user in users:
        votes.vote(user, game.code, "pause")
    assert masthead(users[1]).due == 0


def test_what_ended_leads_to_its_replay() -> None:
    users = people(3)
    over = fast_forward(running(users))
    text = page(browser(users[0]), "/moves/")
    assert f"/g/{over.code}/replay/" in text


def test_no_replay_is_offered_while_others_still_play_the_same_deals() -> None:
    users = people(3)
    over = fast_forward(running(users))
    Game.objects.filter(pk=over.pk).update(closed=True)
    text = page(browser(users[0]), "/moves/")
    assert over.name in text
    assert f"/g/{over.code}/replay/" not in text


def test_a_long_game_that_has_just_ended_comes_before_short_ones_that_began_later() -> None:
    users = people(3)
    long = running(users, name="Long")
    short = [running(users, name="Short") for _ in range(live.MAX_IDLE)]
    now = timezone.now()
    for days, game in enumerate([long, *short]):
        Game.objects.filter(pk=game.pk).update(state="over", ended_at=now - timedelta(days=days))
    ended = selectors.lobby.lists.own_tables(users[0], live.MAX_IDLE).ended
    assert ended == [long, *short[:-1]]


def test_more_tables_that_have_not_started_than_it_shows_are_a_link_away() -> None:
    user, link = person(), '<a class="small" href="/games/?show=mine">All your games</a>'
    shown = live.MAX_IDLE - 1
    for number in range(shown):
        tables.make_table(user, TableSettings(name=f"Waiting {number}"))
    client = browser(user)
    text = page(client, "/moves/")
    assert text.count("Waiting ") >= shown
    assert link not in text
    tables.make_table(user, TableSettings(name="Waiting on"))
    text = page(client, "/moves/")
    assert "Waiting 0" not in text
    assert link in text


def test_nothing_yet_says_what_to_do_next() -> None:
    assert "You aren’t in any game" in page(browser(person()), "/moves/")


def test_who_has_a_table_or_has_played_is_not_told_that_they_are_in_no_game() -> None:
    users = people(3)
    fast_forward(running(users))
    assert "You aren’t in any game" not in page(browser(users[0]), "/moves/")
    wim = person("Wim")
    tables.make_table(wim, TableSettings(name="Texel"))
    text = page(browser(wim), "/moves/")
    assert "You aren’t in any game" not in text
    assert "Nothing is waiting for you" in text
    assert "All your answers are in" not in text


def test_all_answered_says_so() -> None:
    users = people(3)
    bid(running(users), users[0])
    assert "Nothing is waiting for you" in page(browser(users[0]), "/moves/")


def test_a_game_that_is_paused_waits_for_nobody() -> None:
    users = people(3)
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "pause")
    text = page(browser(users[0]), "/moves/")
    assert "Nothing is waiting for you" in text
    assert game.name in text


def test_hands_that_are_answered_take_no_place_from_those_that_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selectors.lobby.lists, "MAX_HANDS", 2)
    users = people(3)
    for _answered in range(2):
        bid(running(users, hours=5), users[0])
    paused = running(users, hours=5)
    Game.objects.filter(pk=paused.pk).update(paused_at=timezone.now())
    hand = hand_of(paused)
    hand.clocks.update(paused=True)
    Hand.objects.filter(pk=hand.pk).update(paused=True)
    running(users, name="Griend", hours=48)

    text = page(browser(users[0]), "/moves/")

    assert "1 hand waits for you" in text
    assert "Griend" in text
    assert "All your answers are in" not in text
    assert "All your games" in text


def test_nobody_is_led_on_to_a_hand_that_asks_somebody_else() -> None:
    users = people(3)
    here, other = running(users), running(users, name="Griend", ruleset="rowboat")
    while len(hand_of(other).awaiting) > 1:
        bid_all(other)
    (asked,) = hand_of(other).awaiting
    for index, user in enumerate(users):
        following = selectors.lobby.lists.next_due(user, here)
        assert following == (other if index == asked else None)


def test_it_counts_the_hands_for_which_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors.lobby.lists, "MAX_HANDS", 2)
    users = people(3)
    for _game in range(2):
        running(users)
    assert "more hand" not in page(browser(users[0]), "/moves/")
    running(users)

    text = page(browser(users[0]), "/moves/")

    assert "3 hands wait for you" in text
    assert "And 1 more hand" in text


def test_it_says_where_a_bot_plays_for_me() -> None:
    """Nobody is told of a hand that a bot answers for them, and a guest of nothing at all."""
    users, game = table_of(3)
    client = browser(users[0])
    for _missed in range(2):
        miss(game, 0)
    text = page(client, "/moves/")
    assert "· a bot plays for you</span>" in text
    assert "A bot plays for you until you are back." in text
    assert "We’ll e-mail you" not in text

    absence.back(users[0], game.code)
    bid(game, users[0])

    text = page(client, "/moves/")
    assert "bot plays for you" not in text
    assert "We’ll e-mail you" in text


def test_who_plays_elsewhere_themselves_is_told_of_that_game() -> None:
    users, game = table_of(3)
    absence.leave(users[0], game.code)
    bid(running(users), users[0])
    text = page(browser(users[0]), "/moves/")
    assert text.count("a bot plays for you") == 1
    assert "We’ll e-mail you" in text


def test_it_is_for_people() -> None:
    assert browser().get("/moves/")["Location"].endswith("next=/moves/")
