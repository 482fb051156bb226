"""What we asked back is about its own table, and a “no” ends it as a “yes” does."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail, Vote
from games.selectors.talk.notes import has_notes
from games.services.mail import reply_addresses
from games.services.seats import votes
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.at_table import answer_to, ask, game, people, table_address
from tests.games.mail.inbound.five_hands import address, first_of, reply_all, sealed
from tests.games.mail.inbound.mailing import a_reply, arrive, newest, stored, write
from tests.games.mail.reading import letter, started, words
from tests.games.making import bid, fresh, legal, sealed_bid

__all__ = ["game", "people"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def texel(game: Game) -> Game:
    return game


@pytest.fixture
def vlieland(people: list[User]) -> Game:
    return started(people, name="Vlieland")


def write_home(user: User, body: str) -> InboundMail:
    """A mail to one's own address."""
    row = reply_addresses.addresses_of_people([user.pk])[user.pk]
    return reply_all(user, body, reply_addresses.address_of(row))


def wishes(user: User) -> list[tuple[str, str]]:
    found = Vote.objects.filter(seat__user=user, at__gt=timezone.now() - Vote.LASTS).order_by("pk")
    return list(found.values_list("game__name", "wish"))


@pytest.mark.parametrize("word", ["yes", "confirm", "no"])
def test_a_word_to_another_table_is_about_that(
    people: list[User], texel: Game, vlieland: Game, word: str
) -> None:
    write_home(people[0], f"{texel.code}: cancel?")
    votes.vote(people[1], vlieland.code, "pause")
    write_home(people[0], f"{vlieland.code}: {word}")
    assert not wishes(people[0])
    write_home(people[0], f"{texel.code}: yes")
    assert wishes(people[0]) == [(texel.name, "cancel")]


def test_undo_at_another_table_is_about_that(
    people: list[User], texel: Game, vlieland: Game
) -> None:
    write_home(people[0], f"{texel.code}: note one")
    write_home(people[0], f"{vlieland.code}: note two")
    write_home(people[0], "settings daily 19")
    assert write_home(people[0], f"{texel.code}: undo").outcome == "undone"
    assert [has_notes(each, people[0]) for each in (texel, vlieland)] == [False, True]
    assert write_home(people[0], f"{texel.code}: undo").outcome == "refused"
    assert [has_notes(each, people[0]) for each in (texel, vlieland)] == [False, True]


def test_a_rematch_is_taken_back_where_it_was_asked_for(people: list[User], texel: Game) -> None:
    Game.objects.filter(pk=texel.pk).update(state=Game.State.OVER)
    assert write_home(people[0], f"{texel.code}: rematch").outcome == "done"
    assert write_home(people[0], f"{texel.code}: undo").outcome == "undone"
    assert not Game.objects.latest("pk").seats.filter(user=people[0]).exists()


def test_no_ends_what_was_asked_about_a_vote(people: list[User], game: Game) -> None:
    ask(people[0], game, "cancel?")
    ask(people[0], game, "no")
    assert "All right, we’ll leave it. Nothing was changed." in words(answer_to(people[0]))
    votes.vote(people[1], game.code, "pause")
    ask(people[0], game, "yes")
    assert not wishes(people[0])
    ask(people[0], game, "confirm")
    assert wishes(people[0]) == [(game.name, "pause")]


def test_no_to_a_question_withdraws_no_vote(people: list[User], game: Game) -> None:
    votes.vote(people[0], game.code, "pause")
    ask(people[0], game, "cancel?")
    ask(people[0], game, "no")
    assert wishes(people[0]) == [(game.name, "pause")]
    ask(people[0], game, "no")
    assert not wishes(people[0])


def test_no_ends_all_that_was_asked_about_the_table(people: list[User], game: Game) -> None:
    for body in ("cancel?", "pause?", "no"):
        ask(people[0], game, body)
    assert ask(people[0], game, "confirm").outcome == "refused"
    assert not wishes(people[0])


def test_no_ends_a_doubt(people: list[User], game: Game) -> None:
    write(game, people[0], f"I think {legal(game, 0)[3]}")
    write(game, people[0], "no")
    votes.vote(people[1], game.code, "pause")
    write(game, people[0], "yes")
    assert not Bid.objects.filter(seat__user=people[0]).exists()


def test_a_no_after_another_answer_ends_the_doubt_and_no_vote(
    people: list[User], game: Game
) -> None:
    votes.vote(people[0], game.code, "pause")
    write(game, people[0], f"I think {legal(game, 0)[3]}")
    bid(game, people[0], legal(game, 0)[5])
    write(game, people[0], "no")
    assert "All right, we’ll leave it. Nothing was changed." in words(answer_to(people[0]))
    assert wishes(people[0]) == [(game.name, "pause")]
    assert write(game, people[0], "confirm").outcome == "refused"
    write(game, people[0], "no")
    assert not wishes(people[0])


@pytest.mark.parametrize("word", ["yes", "confirm"])
def test_a_yes_after_another_answer_is_told_that_this_stands(
    people: list[User], game: Game, word: str
) -> None:
    write(game, people[0], f"I think {legal(game, 0)[3]}")
    bid(game, people[0], legal(game, 0)[5])
    assert write(game, people[0], word).outcome == "overtaken"
    assert "answered again since then" in words(letter(people[0], "mail_state"))
    assert sealed_bid(game, 0).notation == legal(game, 0)[5]


def test_a_yes_after_another_answer_may_be_for_a_vote(people: list[User], game: Game) -> None:
    write(game, people[0], f"I think {legal(game, 0)[3]}")
    bid(game, people[0], legal(game, 0)[5])
    votes.vote(people[1], game.code, "pause")
    assert write(game, people[0], "yes").outcome == "asked"


def test_a_yes_that_was_sent_before_we_asked_answers_nothing(
    people: list[User], game: Game
) -> None:
    votes.vote(people[1], game.code, "cancel")
    votes.vote(people[2], game.code, "cancel")
    to = table_address(people[0], game)
    for _impatient in range(2):
        stored(to, a_reply(people[0], "yes"))
    process.read_all()
    assert fresh(game).state == Game.State.RUNNING
    ask(people[0], game, "yes")
    assert fresh(game).state == Game.State.CANCELLED


def test_a_yes_to_a_vote_seals_no_doubtful_answer_of_before(people: list[User], game: Game) -> None:
    votes.vote(people[1], game.code, "pause")
    for body in (f"I think {legal(game, 0)[3]}", "yes"):
        arrive(game, people[0], a_reply(people[0], body))
    process.read_all()
    assert newest().outcome == "asked"
    assert not Bid.objects.filter(seat__user=people[0]).exists()


@pytest.mark.parametrize("yes", ["1: yes", "yes"])
def test_a_yes_that_was_sent_before_we_asked_about_one_of_several_hands(yes: str) -> None:
    marit, *_ = players = five_hands.players()
    games = five_hands.tables(players, 2)
    to = address(marit)
    for body in (f"1: I think {first_of(games[1], marit)}", yes):
        stored(to, a_reply(marit, body))
    process.read_all()
    assert not sealed(games[1], marit)
    reply_all(marit, yes, to)
    assert sealed(games[1], marit)


def test_a_yes_is_for_one_question_however_late_it_is_read() -> None:
    marit, joost, *_ = players = five_hands.players()
    games = five_hands.tables(players, 2)
    votes.vote(joost, games[1].code, "pause")
    to = address(marit)
    reply_all(marit, f"1: I think {first_of(games[1], marit)}", to)
    for _twice in range(2):
        stored(to, a_reply(marit, "1: yes"))
    process.read_all()
    assert sealed(games[1], marit)
    assert not wishes(marit)


@pytest.mark.parametrize("no", ["1: no", "no", "nein"])
def test_no_ends_a_doubt_about_one_of_several_hands(no: str) -> None:
    marit, *_ = players = five_hands.players()
    games = five_hands.tables(players, 2)
    to = address(marit)
    for body in (f"1: I think {first_of(games[1], marit)}", no, "yes", "1: yes"):
        reply_all(marit, body, to)
    assert not sealed(games[1], marit)


def test_no_to_an_overtaken_doubt_about_one_of_several_hands_withdraws_no_vote() -> None:
    marit, *_ = players = five_hands.players()
    games = five_hands.tables(players, 2)
    to = address(marit)
    votes.vote(marit, games[1].code, "pause")
    reply_all(marit, f"1: I think {first_of(games[1], marit)}", to)
    bid(games[1], marit, first_of(games[1], marit))
    reply_all(marit, "1: no", to)
    assert wishes(marit) == [(games[1].name, "pause")]
    reply_all(marit, "1: no", to)
    assert not wishes(marit)


def test_no_to_nothing_among_several_hands_is_asked_for_its_number() -> None:
    players = five_hands.players()
    five_hands.tables(players, 2)
    assert reply_all(players[0], "no").outcome == "refused"


def test_a_table_that_is_named_goes_before_the_numbers() -> None:
    marit, joost, *_ = players = five_hands.players()
    games = five_hands.tables(players, 2)
    to = address(marit)
    reply_all(marit, f"1: I think {first_of(games[1], marit)}", to)
    votes.vote(joost, games[2].code, "pause")
    assert reply_all(marit, f"{games[2].code}: yes", to).outcome == "asked"
    assert not sealed(games[1], marit)
