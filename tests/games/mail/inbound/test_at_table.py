"""What may be wished by a reply to any letter: to sit down, to begin, to vote, to talk, to look."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import translation

from accounts.models import User
from accounts.notifications.channels import email as mail_channel
from games import game_secrets
from games.mail import command_words, mail_table
from games.mail.inbound import commands, process
from games.models import Bid, Game, Note
from games.selectors.hands.plans import own_plan
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.seats import pausing, votes
from tests.games.duplicates.making import begun
from tests.games.fast_forward import fast_forward
from tests.games.mail.inbound.at_table import answer_to, ask, game, people, table, table_address
from tests.games.mail.inbound.mailing import a_reply, stored, write
from tests.games.mail.reading import notice, started, words
from tests.games.making import bid, bid_all, fresh, hand_of, legal
from tests.narrowing import not_none
from tests.sampling import few

__all__ = ["game", "people", "table"]  # fixtures
pytestmark = pytest.mark.django_db


# Words for the same, of which the suite has one carried out.
ALIKE = {
    "accept": ["Accept!", "I accept", "I accept.", "ich nehme an"],
    "decline": ["decline", "I decline", "Ablehnen.", "afslaan"],
    "cancel": ["cancel?", "Abbrechen?", "afbreken"],
    "resume": ["resume", "Weiter!", "verder"],
    "say": ["say", "sag", "zeg", "Say:"],
    "note": ["note", "Notiz:", "notitie"],
    "back": ["back", "I am back", "zurück", "terug"],
    "help": ["help", "Hilfe", "hulp", "?"],
    "show": ["show", "Zeig", "laat zien"],
    "extend": ["extend", "Verlängern", "meer tijd"],
    "confirm": ["confirm", "bestätigen", "bevestig"],
}


@pytest.mark.parametrize("wish", ALIKE)
def test_each_word_for_it_is_understood_alike(wish: str) -> None:
    read = [commands.read(f"{word} x" if wish in ("say", "note") else word) for word in ALIKE[wish]]
    assert len({not_none(command).kind for command in read}) == 1, read


def header(user: User, kind: str) -> str:
    found: str = mail_channel.compose(notice(user, kind)).extra_headers.get("Reply-To", "")
    return found


def invited(table: Game, user: User) -> None:
    invitations.invite(not_none(table.maker), table.code, not_none(user.email))


# ------------------------------------------------------------------ letters can be answered


def test_every_letter_about_a_table_can_be_answered(game: Game, people: list[User]) -> None:
    to = header(people[1], "game_started")
    assert to == table_address(people[1], game)
    assert to != table_address(people[0], game)
    raw = mail_channel.compose(notice(people[1], "game_started")).body
    assert raw.startswith("==== Write your answer above this line ====")
    assert "Reply with just “help”" in raw
    asked = header(people[1], "your_move")
    assert asked
    assert asked != to


@pytest.mark.parametrize("word", few(ALIKE["accept"]))
def test_an_invitation_can_be_accepted_without_the_site(
    table: Game, people: list[User], word: str
) -> None:
    invited(table, people[1])
    to = header(people[1], "invitation")
    stored(to, a_reply(people[1], word))
    process.read_all()
    assert table.seats.filter(user=people[1]).exists()
    assert "You have a seat" in answer_to(people[1]).text


def test_or_from_a_new_address(table: Game, people: list[User]) -> None:
    invited(table, people[1])
    EmailAddress.objects.update_or_create(
        user=people[1], primary=True, defaults={"email": "new@example.net", "verified": True}
    )
    User.objects.filter(pk=people[1].pk).update(email="new@example.net")
    people[1].refresh_from_db()
    stored(header(people[1], "invitation"), a_reply(people[1], "accept"))
    process.read_all()
    assert table.seats.filter(user=people[1]).exists()


@pytest.mark.parametrize("word", few(ALIKE["decline"]))
def test_or_declined(table: Game, people: list[User], word: str) -> None:
    invited(table, people[1])
    to = header(people[1], "invitation")
    stored(to, a_reply(people[1], word))
    process.read_all()
    assert "no seat is kept for you" in words(answer_to(people[1]))
    stored(to, a_reply(people[1], "accept"))
    process.read_all()
    assert not table.seats.filter(user=people[1]).exists()


# ------------------------------------------------------------------ what it does


def test_whose_table_it_is_begins_the_game_after_a_second_word(
    table: Game, people: list[User]
) -> None:
    for user in people[1:]:
        invited(table, user)
        tables.join(user, table.code)
    asked = ask(people[0], table, "start")
    assert (asked.state, asked.outcome) == ("held", "asked")
    assert fresh(table).state == Game.State.OPEN
    assert "nothing has been done yet: reply with just “confirm”" in words(answer_to(people[0]))
    ask(people[0], table, "confirm")
    assert fresh(table).state == Game.State.RUNNING
    assert "The game has begun" in answer_to(people[0]).text
    asked.refresh_from_db()
    assert asked.state == "done"
    ask(people[0], table, "confirm")
    assert "There is nothing for you to confirm" in answer_to(people[0]).text


def test_only_its_maker_begins_it(table: Game, people: list[User]) -> None:
    invited(table, people[1])
    tables.join(people[1], table.code)
    ask(people[1], table, "start")
    ask(people[1], table, "confirm")
    assert fresh(table).state == Game.State.OPEN
    assert "Nothing was changed" in answer_to(people[1]).text


@pytest.mark.parametrize(
    "words_",
    few([("extend", "confirm"), ("Verlängern", "bestätigen"), ("meer tijd", "bevestig")]),
)
def test_more_time_for_a_hand(game: Game, people: list[User], words_: tuple[str, str]) -> None:
    before = hand_of(game).deadline
    for word in words_:
        assert hand_of(game).deadline == before
        ask(people[1], game, word)
    assert hand_of(game).deadline > before


@pytest.mark.parametrize("word", few(ALIKE["cancel"]))
def test_a_game_is_cancelled_once_all_have_asked_for_it(
    game: Game, people: list[User], word: str
) -> None:
    for user in people:
        assert fresh(game).state == Game.State.RUNNING
        ask(user, game, word)
        ask(user, game, "confirm")
    assert fresh(game).state == Game.State.CANCELLED


@pytest.mark.parametrize("word", few(ALIKE["resume"]))
def test_a_pause_is_ended_by_one_of_them(game: Game, people: list[User], word: str) -> None:
    for user in people:
        ask(user, game, "pause?")
        ask(user, game, "confirm")
    assert fresh(game).paused_at
    ask(people[1], game, word)
    assert fresh(game).paused_at
    ask(people[1], game, "confirm")
    assert not fresh(game).paused_at
    assert "The game has been resumed." in answer_to(people[1]).text


def test_more_time_is_for_the_hand_that_it_was_asked_for(game: Game, people: list[User]) -> None:
    ask(people[1], game, "extend")
    bid_all(game)
    before = hand_of(game).deadline
    assert ask(people[1], game, "confirm").outcome == "refused"
    assert hand_of(game).deadline == before


def test_what_the_game_cannot_do_any_more_needs_no_confirmation(
    game: Game, people: list[User]
) -> None:
    assert ask(people[0], game, "start").outcome == "refused"
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    for word in ("extend", "pause?", "cancel?", "resume"):
        assert ask(people[1], game, word).outcome == "refused", word
    assert "This game is over" in answer_to(people[1]).text


@pytest.mark.parametrize("word", ["plan always: lowest", "Plan: always: lowest"])
def test_a_plan_for_the_hands_to_come(game: Game, people: list[User], word: str) -> None:
    ask(people[1], game, word)
    plan = own_plan(game, game.seats.get(user=people[1]))
    assert plan is not None
    assert plan.text == "always: lowest"
    assert "Your plan is saved" in answer_to(people[1]).text
    ask(people[1], game, "no plan")
    assert own_plan(game, game.seats.get(user=people[1])) is None


@pytest.mark.parametrize("word", few(ALIKE["say"]))
def test_talk_at_the_table(game: Game, people: list[User], word: str) -> None:
    ask(
        people[1],
        game,
        f"{word} Well played, all of you!\nSee you\n\n> On Monday we wrote\n> say no",
    )
    (message,) = game.messages.all()
    assert game_secrets.open_message(message, game.code) == "Well played, all of you!\nSee you"
    assert message.author == people[1]


def test_a_card_below_what_is_said_is_shown_to_nobody(game: Game, people: list[User]) -> None:
    card = legal(game, 1)[0]
    ask(people[1], game, f"say Well played\n{card}")
    assert not game.messages.exists()
    assert "that everybody would see" in words(answer_to(people[1]))
    ask(people[1], game, f"say Well played\nand {card} it was")
    ask(people[1], game, f"say {card}")
    assert game.messages.count() == 2
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    ask(people[1], game, f"say Well played\n{card}")
    assert game.messages.count() == 3


@pytest.mark.parametrize("word", few(ALIKE["note"]))
def test_a_note_for_oneself(game: Game, people: list[User], word: str) -> None:
    ask(people[1], game, f"{word} Joost keeps his belts")
    kept = Note.objects.get()
    assert kept.author == people[1]
    assert game_secrets.open_note(kept, game.code) == "Joost keeps his belts"


def test_the_record_is_there_once_the_game_is_over(game: Game, people: list[User]) -> None:
    ask(people[1], game, "record")
    assert "its record opens when it is over" in words(answer_to(people[1]))
    for user in people:
        votes.vote(user, game.code, "cancel")
    ask(people[1], game, "Aufzeichnung")
    assert f"/g/{game.code}/record.json" in answer_to(people[1]).text


def test_no_record_is_promised_while_the_same_deals_are_played() -> None:
    (here, _other), (_marit, joost, *_), _there = begun()
    EmailAddress.objects.create(user=joost, email=joost.email, verified=True, primary=True)
    fast_forward(here)
    assert ask(joost, fresh(here), "record").outcome == "refused"
    assert "when all of them are over" in words(answer_to(joost))


def test_no_record_is_promised_of_a_game_that_never_began(table: Game, people: list[User]) -> None:
    with transaction.atomic():
        pausing.cancel(table)
        table.save()
    assert ask(people[0], table, "record").outcome == "refused"
    assert "The game was cancelled" in words(answer_to(people[0]))


def test_once_more_with_the_same_people(game: Game, people: list[User]) -> None:
    ask(people[1], game, "rematch")
    assert not Game.objects.filter(rematch_of=game).exists()
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    ask(people[1], game, "Revanche!")
    again = Game.objects.get(rematch_of=game)
    assert again.seats.get(user__isnull=False).user == people[1]
    to = header(people[2], "rematch")
    stored(to, a_reply(people[2], "aannemen"))
    process.read_all()
    assert again.seats.filter(user=people[2]).exists()


def test_all_ones_tables(game: Game, people: list[User]) -> None:
    other = started(people[:2], ruleset="turning-tides", name="Texel")
    tables.make_table(people[1], TableSettings(name="Ameland", seats=3))
    ask(people[1], game, "games")
    found = answer_to(people[1])
    assert found.text.count("You can answer:") == 2
    assert "AMELAND" in found.text
    stored(
        found.headers["Reply-To"],
        a_reply(
            people[1],
            "\n".join(
                f"{number}: {legal(each, each.seats.get(user=people[1]).index)[0]}"
                for number, each in enumerate(
                    sorted((game, other), key=lambda each: found.text.index(each.name.upper())),
                    start=1,
                )
            ),
        ),
    )
    process.read_all()
    assert Bid.objects.filter(seat__user=people[1]).count() == 2


@pytest.mark.parametrize("word", few(ALIKE["back"]))
def test_back_from_where_a_bot_has_played(game: Game, people: list[User], word: str) -> None:
    write(game, people[1], "pass my turns to a bot")
    assert game.seats.get(user=people[1]).absence
    ask(people[1], game, word)
    assert not game.seats.get(user=people[1]).absence


@pytest.mark.parametrize("word", few(ALIKE["help"]))
def test_help_says_what_may_be_written(game: Game, people: list[User], word: str) -> None:
    ask(people[1], game, word)
    assert "“extend”" in answer_to(people[1]).text
    assert "“rematch”" not in answer_to(people[1]).text  # not while it runs


@pytest.mark.parametrize("word", few(ALIKE["show"]))
def test_the_table_as_it_stands_can_be_played_from(
    game: Game, people: list[User], word: str
) -> None:
    ask(people[1], game, word)
    found = answer_to(people[1])
    assert "THE TABLE AS IT STANDS" in found.text
    assert "You can answer:" in found.text
    card = legal(game, 1)[0]
    stored(found.headers["Reply-To"], a_reply(people[1], card))
    process.read_all()
    assert Bid.objects.get().seat.user == people[1]


def test_show_where_nothing_is_asked(game: Game, people: list[User]) -> None:
    bid(game, people[1])
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    ask(people[1], game, "show\n\nextend")
    found = answer_to(people[1])
    assert "THE TABLE AS IT STANDS" in found.text
    assert "You can answer:" not in found.text
    assert "We did nothing about “extend”" in words(found)
    assert found.headers["Reply-To"] == table_address(people[1], game)


def test_show_before_the_game_begins(table: Game, people: list[User]) -> None:
    invited(table, people[1])
    for user in people[:2]:
        ask(user, table, "show")
        found = words(answer_to(user))
        assert "It has not begun yet." in found
        assert f"At the table: {people[0].name}. It has 4 seats." in found


def test_a_card_is_for_the_letter_that_asks_for_it(game: Game, people: list[User]) -> None:
    ask(people[1], game, legal(game, 1)[0])
    assert not Bid.objects.exists()
    assert "doesn’t ask for a card" in words(answer_to(people[1]))


# ------------------------------------------------------------------ in letters that ask for a card


def test_the_same_in_a_letter_that_asks_for_a_card(game: Game, people: list[User]) -> None:
    write(game, people[1], "say Good luck!")
    assert game.messages.count() == 1
    before = hand_of(game).deadline
    write(game, people[1], "extend")
    write(game, people[1], "confirm")
    assert hand_of(game).deadline > before
    write(game, people[1], "games")
    assert "You can answer:" in answer_to(people[1]).text


@pytest.mark.parametrize("word", few(["accept", "I accept", "Ich nehme an", "ik neem aan!"]))
def test_the_words_of_a_game_go_first(people: list[User], word: str) -> None:
    """An enemy's surrender is accepted, not a seat."""
    pair = started(people[:2], ruleset="turning-tides")
    write(pair, people[0], "surrender")
    assert write(pair, people[1], word).outcome == "applied"
    assert fresh(pair).state == Game.State.OVER


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("state", Game.State.values)
def test_what_help_names_is_understood_as_it_says(language: str, state: str) -> None:
    with translation.override(language):
        for way in command_words.ways(state):
            command = commands.read(way.label[1:-1])
            assert command is not None
            assert command.kind is not commands.MailCommand.ANSWER, way.label
        asked = re.search(r"[“„‘](\w+)[”“’]", mail_table.lines({"did": "asks", "wish": "start"})[1])
        assert asked is not None
        assert commands.read(asked[1]) == commands.Command(commands.MailCommand.CONFIRM)
