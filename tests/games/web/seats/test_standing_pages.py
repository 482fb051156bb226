"""Leaving, coming back, taking a seat, voting, once more: on the pages, each asked about first."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game, LogEntry, Seat, Vote
from games.services.lobby import tables
from games.services.seats import absence, substitutes, votes
from games.services.talk import chat
from games.web.seats import table_panel
from tests.games.making import begun, bid, bid_all, fresh, hand_of, legal, person, running
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
STEPS = ("absent", "back", "vote/pause", "vote/cancel", "go-on", "extend")


@pytest.fixture(params=["turn-the-tide", "rowboat"])
def game(request: pytest.FixtureRequest, users: list[User]) -> Game:
    return begun(users, ruleset=request.param)


def at(game: Game, rest: str = "") -> str:
    return f"/g/{game.code}/{rest}"


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("step", STEPS)
def test_asking_changes_nothing(step: str, users: list[User], game: Game) -> None:
    client = browser(users[0])
    entries = LogEntry.objects.count()
    for method in (client.get, client.head):
        assert method(at(game, f"{step}/")).status_code == 200
    assert client.post(at(game, f"{step}/"), {"how": "dance"}).status_code in (302, 409)
    assert LogEntry.objects.count() == entries
    assert not Vote.objects.exists()
    assert not Seat.objects.exclude(absence="").exists()


def test_a_hand_of_thousands_of_digits_is_not_the_open_one(users: list[User]) -> None:
    answer = browser(users[0]).post(at(begun(users), "extend/"), {"hand": "9" * 5000})
    assert answer.status_code == 409


def test_leaving_and_coming_back(users: list[User], game: Game) -> None:
    client = browser(users[0])
    assert "Leave this game…" in text(client, at(game))
    client.post(at(game, "absent/"), {"how": "bot"})
    shown = text(client, at(game))
    assert "A bot plays for you" in shown
    assert "Nobody else can take your seat." in shown
    assert "Leave this game…" not in shown
    client.post(at(game, "back/"), {"how": "back"})
    assert "A bot plays for you" not in text(client, at(game))
    assert "Marit is back." in text(browser(users[1]), at(game))


def test_who_leaves_a_game_that_the_others_want_to_cancel_reads_that_it_is_cancelled(
    users: list[User],
) -> None:
    game = begun(users)
    for user in users[1:]:
        votes.vote(user, game.code, "cancel")
    client = browser(users[0])
    client.post(at(game, "absent/"), {"how": "leave"})
    assert fresh(game).state == Game.State.CANCELLED
    shown = text(client, at(game))
    assert "You have left, and the game is cancelled: everybody else had voted for it." in shown
    assert "Your seat is offered" not in shown


@pytest.mark.parametrize("how", ["leave", "bot"])
def test_who_is_the_last_to_leave_reads_that_the_game_is_paused(
    how: str, users: list[User]
) -> None:
    game = begun(users)
    for user in users[1:]:
        absence.leave(user, game.code)
    client = browser(users[0])
    client.post(at(game, "absent/"), {"how": how})
    shown = text(client, at(game))
    assert "You are away, and the game is paused." in shown
    assert "You have left. Your seat is offered" not in shown
    assert "A bot plays for you until you are back." not in shown


def test_from_the_list_to_the_briefing(users: list[User], game: Game) -> None:
    bid_all(game)
    seat = (hand_of(game).awaiting[0] + 1) % 3  # not who is asked alone: a bot would end the hand
    gone, take = users[seat], at(game, f"seats/{seat}/take/")
    absence.leave(gone, game.code)
    wim = browser(person("Wim"))
    assert game.name in text(wim, "/seats/")
    before = text(wim, take)
    assert "Take this seat" in before
    for card in legal(game, seat):
        assert f"{card}</li>" not in before
    answer = wim.post(take, {"policy": "bot"})
    assert answer["Location"] == at(game, "briefing/")
    assert fresh(game).seats.get(index=seat).policy == "bot"
    shown = text(wim, at(game, "briefing/"))
    assert f"You play seat {seat + 1} from now on." in shown
    assert f'<a class="btn btn--go" href="{at(game)}">To the table' in shown
    assert "Previous hands" not in shown, "It begins with the first."
    assert f"Wim has taken the seat of {gone.name}." in shown
    assert f"{gone.name} for hand 1, Wim since hand 2" in " ".join(shown.split())
    assert game.name not in text(wim, "/seats/")
    assert browser(gone).get(at(game, "briefing/")).status_code == 403


def test_the_briefing_says_whether_an_answer_is_still_wanted(users: list[User]) -> None:
    game, wim = begun(users), person("Wim")
    absence.leave(users[1], game.code)
    substitutes.take(wim, game.code, 1)
    client, path = browser(wim), at(game, "briefing/")
    assert "The open hand waits for your answer" in text(client, path)
    bid(game, wim)
    assert "You have nothing to answer in the hand that is open now." in text(client, path)


def test_who_left_before_a_hand_was_turned_is_not_in_the_history_of_the_seat(
    users: list[User],
) -> None:
    game = begun(users)
    absence.leave(users[1], game.code)
    substitutes.take(person("Wim"), game.code, 1)
    (seat,) = table_panel.history(fresh(game))
    assert (seat.label, seat.text) == ("Seat 2", "Wim since hand 1")


def test_a_seat_that_is_gone_is_refused_in_words(users: list[User], game: Game) -> None:
    wim = browser(person("Wim"))
    for answer in (wim.get(at(game, "seats/2/take/")), wim.post(at(game, "seats/2/take/"))):
        assert answer.status_code == 409
        assert "This seat isn’t free" in answer.content.decode()
        assert answer.content.decode().count("othing was changed.") == 1


def test_who_sat_there_sees_why_not_another(users: list[User], game: Game) -> None:
    absence.leave(users[2], game.code)
    browser(person("Wim")).post(at(game, "seats/2/take/"))
    absence.leave(users[1], game.code)
    assert "so you know some of its cards" in text(browser(users[2]), at(game, "seats/1/take/"))


def test_who_sat_there_may_take_the_same_seat_again(users: list[User], game: Game) -> None:
    absence.leave(users[2], game.code)
    wim, take = person("Wim"), at(game, "seats/2/take/")
    substitutes.take(wim, game.code, 2)
    absence.leave(wim, game.code)
    client = browser(users[2])
    assert take in text(client, at(game))
    assert "Take this seat" in text(client, take)
    assert client.post(take)["Location"] == at(game, "briefing/")


def test_all_see_who_wishes_a_pause(users: list[User], game: Game) -> None:
    first = browser(users[0])
    first.post(at(game, "vote/pause/"), {"how": "yes"})
    assert "Pause the game: Marit voted for it." in text(browser(users[1]), at(game))
    assert "voted for it" not in text(Client(), at(game))
    assert "You have voted for it." in text(first, at(game, "vote/pause/"))
    assert "You have voted for it." not in text(first, at(game, "vote/cancel/"))
    assert "You have voted for it." not in text(browser(users[1]), at(game, "vote/pause/"))
    first.post(at(game, "vote/pause/"), {"how": "no"})
    assert "voted for it" not in text(browser(users[1]), at(game))
    for user in users:
        browser(user).post(at(game, "vote/pause/"), {"how": "yes"})
    shown = text(first, at(game))
    assert "The game is paused" in shown
    assert "All clocks are stopped" in text(Client(), at(game))
    assert "paused" in text(first, "/moves/")
    first.post(at(game, "go-on/"), {"how": "go"})
    assert fresh(game).paused_at is None


def test_a_vote_that_has_paused_the_game_is_not_said_to_be_taken_back(users: list[User]) -> None:
    game = begun(users)
    client, last = browser(users[0]), users[-1]
    client.post(at(game, "vote/pause/"), {"how": "yes"})
    for user in users[1:]:
        votes.vote(user, game.code, "pause")
    text(client, at(game))
    client.post(at(game, "vote/pause/"), {"how": "no"})
    shown = text(client, at(game))
    assert "Vote taken back." not in shown
    assert "It was too late to take your vote back: the game is paused." in shown
    votes.go_on(last, game.code)
    for how in ("yes", "no"):
        client.post(at(game, "vote/pause/"), {"how": how})
    assert "Vote taken back." in text(client, at(game))


def test_a_vote_to_cancel_a_paused_game_is_not_answered_with_the_pause(users: list[User]) -> None:
    game = begun(users)
    for user in users:
        votes.vote(user, game.code, "pause")
    client = browser(users[0])
    client.post(at(game, "vote/cancel/"), {"how": "yes"})
    shown = text(client, at(game))
    assert "Your vote counts, and everybody at the table sees it." in shown
    assert "Everybody wanted it" not in shown


def test_while_paused_no_time_is_named_for_what_is_sealed(users: list[User]) -> None:
    game = begun(users)
    for user in users:
        votes.vote(user, game.code, "pause")
    bid_all(game)
    shown = text(browser(users[0]), at(game))
    assert "No hand is turned while the game is paused." in shown
    assert "It will be turned when" not in shown


def test_more_time_once(users: list[User], game: Game) -> None:
    client = browser(users[0])
    assert "Give this hand more time…" in text(client, at(game))
    client.post(at(game, "extend/"), {"hand": "1", "how": "more"})
    assert "Give this hand more time…" not in text(client, at(game))
    assert client.post(at(game, "extend/"), {"hand": "1", "how": "more"}).status_code == 409


def test_what_the_table_does_is_shown_before_joining(users: list[User]) -> None:
    table = running(users, seats=4, offer=3, extensions=False, votes=False)
    shown = text(Client(), at(table))
    assert "after 3 in a row a bot plays" in shown
    assert "hands get no extra time" in shown
    assert "no votes" in shown


def test_the_page_of_a_cancelled_game_shows_no_chat_and_marks_none_as_read(
    users: list[User],
) -> None:
    game = begun(users)
    chat.say(users[1], game.code, "I have to go.")
    for user in users:
        votes.vote(user, game.code, "cancel")
    client = browser(users[0])
    assert "I have to go." not in text(client, at(game))
    assert game.seats.get(index=0).chat_read == 0
    assert "I have to go." in text(client, at(game, "chat/"))
    assert game.seats.get(index=0).chat_read == 1


def test_cancelled_and_once_more(users: list[User], game: Game) -> None:
    for user in users:
        votes.vote(user, game.code, "cancel")
    client = browser(users[0])
    assert "Play again with the same people" in text(client, at(game))
    assert "Play again with" not in text(Client(), at(game))
    assert client.get(at(game, "rematch/")).status_code == 405
    again = client.post(at(game, "rematch/"))["Location"]
    assert browser(users[1]).post(at(game, "rematch/"))["Location"] == again
    assert page(client, again)


def test_buttons_are_written_as_in_german(users: list[User]) -> None:
    client = browser(users[0])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    shown = text(client, at(begun(users)))
    assert "Diese Partie verlassen …" in shown  # with a gap, as where a word is left out
    assert "Die Partie pausieren …" in shown
    assert ">Senden<" in shown  # and not what is done aloud


def test_after_the_end_no_choice_is_saved_that_could_not_count(
    users: list[User], game: Game
) -> None:
    """On a page from before: what is played for a missed hand, when no hand will open."""
    for user in users:
        votes.vote(user, game.code, "cancel")
    kept = game.seats.get(index=0).policy
    answer = browser(users[0]).post(at(game, "policy/"), {"policy": "random"})
    assert answer.status_code == 409
    assert "This game is over; nothing was changed." in answer.content.decode()
    assert game.seats.get(index=0).policy == kept
    assert kept != "random"
    tables.set_policy(users[0], game.code, strict_mail=True)  # says nothing about a hand
