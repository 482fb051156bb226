"""`undo` takes back what the last mail to the same address did, as far as that can be."""

from datetime import time

import pytest
from pytest_django import Settings

from accounts.email.inbound_routes import LMTP
from accounts.models import User
from games import selectors
from games.mail.inbound import confirmation, process, settings_command
from games.models import Game, InboundMail, Plan, Seat, Vote
from games.selectors.seats.occupancy import votes_that_count
from games.services.hands import plans
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import reply_addresses
from games.services.seats import absence, votes
from games.services.talk import notes
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import OURS, PASSED, a_reply, stored, write
from tests.games.mail.reading import letter, members, started, words
from tests.games.making import bid, bid_all, fresh, hand_of, legal, settle, user_at, users_at

pytestmark = pytest.mark.django_db


def marit_of(game: Game) -> User:
    return user_at(game, 0)


def sealed(game: Game) -> str:
    own = selectors.observations.own_bid(game, hand_of(game), 0)
    assert own is not None
    return own.notation


def test_the_answer_before_counts_again_and_back(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    for text, stands in ((first, first), (second, second), ("undo", first), ("undo!", second)):
        assert write(game, marit, text).outcome == "applied"
        assert sealed(game) == stands


def test_a_first_answer_stands(game: Game) -> None:
    marit, card = marit_of(game), legal(game, 0)[0]
    write(game, marit, card)
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == card
    assert "it stands until you reply with another one" in words(letter(marit, "mail_table"))


def test_the_same_answer_once_more_is_none_to_take_back(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    for text in (first, second, second):
        write(game, marit, text)
    assert write(game, marit, "undo").outcome == "applied"
    assert sealed(game) == first


def test_an_answer_that_was_held_came_when_it_was_confirmed(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    held = write(game, marit, second, sender="marit@elsewhere.example")
    write(game, marit, first)
    confirmation.confirm(held.pk)
    assert sealed(game) == second
    assert write(game, marit, "undo").outcome == "applied"
    assert sealed(game) == first


def test_what_was_answered_on_the_page_in_between_is_not_guessed(game: Game) -> None:
    marit, (first, second, third) = marit_of(game), legal(game, 0)[:3]
    write(game, marit, first)
    bid(game, marit, second)
    write(game, marit, third)
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == third
    assert "It was your first answer" not in words(letter(marit, "mail_table"))


def test_what_was_answered_on_the_page_since_stays(game: Game) -> None:
    marit, (first, second, third) = marit_of(game), legal(game, 0)[:3]
    write(game, marit, first)
    write(game, marit, second)
    bid(game, marit, third)
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == third
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_a_plan_a_bot_and_a_vacation(game: Game) -> None:
    marit = marit_of(game)
    write(game, marit, "plan always: lowest")
    assert write(game, marit, "rückgängig").outcome == "undone"
    assert not Plan.objects.exclude(sealed=None).exists() or not selectors.hands.plans.own_plan(
        game, game.seats.get(index=0)
    )
    write(game, marit, "pass my turns to a bot")
    assert write(game, marit, "ongedaan").outcome == "undone"
    assert game.seats.get(index=0).absence == ""
    write(game, marit, "vacation 3 days")
    write(game, marit, "undo")
    assert "Nothing was changed" in words(letter(marit, "mail_table"))  # it has begun
    assert marit.vacations.count() == 1


def plan_of(game: Game) -> str:
    plan = selectors.hands.plans.own_plan(game, game.seats.get(index=0))
    return plan.text if plan else ""


def test_the_plan_before_comes_back(game: Game) -> None:
    marit = marit_of(game)
    write(game, marit, "plan always: lowest")
    for body in ("plan always: highest", "no plan"):
        write(game, marit, body)
        assert plan_of(game) != "always: lowest"
        assert write(game, marit, "undo").outcome == "undone"
        assert plan_of(game) == "always: lowest"


def test_a_plan_comes_back_without_what_it_has_answered(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    write(game, marit, f"plan next: {first}, then {second}")
    bid_all(game)
    game = settle(game)
    write(game, marit, "plan always: highest")
    write(game, marit, "undo")
    assert plan_of(game) == f"next: {second}"


def test_a_plan_that_was_changed_on_the_page_since_stays(game: Game) -> None:
    marit = marit_of(game)
    write(game, marit, "plan always: lowest")
    plans.write(marit, game.code, "always: highest")
    assert write(game, marit, "undo").outcome == "refused"
    assert "can’t be taken back" in words(letter(marit, "mail_table"))
    assert plan_of(game) == "always: highest"


def own(user: User, body: str) -> None:
    row = reply_addresses.addresses_of_people([user.pk])[user.pk]
    stored(
        reply_addresses.address_of(row), a_reply(user, body, Authentication_Results=PASSED), LMTP
    )
    process.read_all()
    user.refresh_from_db()


SETTINGS = ("daily 7", "quiet 22:00-07:00", "zone Berlin", "strict on", "name Maritje",
            "receipts off", "reminder 3 hours", "language German")  # fmt: skip


def test_the_setting_before_comes_back_and_nothing_else_goes(settings: Settings) -> None:
    settings.AUTHSERV_ID = OURS
    marit = member("Marit", zone="Europe/Amsterdam", zone_follows=True, quiet_from=time(23),
                   quiet_to=time(6))  # fmt: skip
    own(marit, "open rowboat")
    before = settings_command.values_of(marit)
    for wish in SETTINGS:
        own(marit, f"settings {wish}")
        assert settings_command.values_of(marit) != before, wish
        own(marit, "settings")  # only shows them
        own(marit, "undo")
        assert settings_command.values_of(marit) == before, wish
    assert Game.objects.get().seats.filter(user=marit).exists()


def test_a_setting_that_was_changed_on_the_page_since_stays() -> None:
    marit = member("Marit")
    own(marit, "settings daily 7")
    User.objects.filter(pk=marit.pk).update(digest_hour=9)
    own(marit, "undo")
    assert (marit.digest, marit.digest_hour) == ("daily", 9)
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_a_name_that_somebody_else_has_by_now_does_not_come_back() -> None:
    marit = member("Marit")
    own(marit, "settings name Maritje")
    User.objects.filter(pk=member("Joost").pk).update(name="Marit", look="marit")
    own(marit, "undo")
    assert marit.name == "Maritje"
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def at_table(game: Game, user: User, body: str) -> None:
    pair = (user.pk, game.pk)
    row = reply_addresses.addresses_of_tables([pair])[pair]
    stored(reply_addresses.address_of(row), a_reply(user, body))
    process.read_all()


def noted(game: Game) -> list[str]:
    return [each.text for each in selectors.talk.notes.own_notes(game, marit_of(game))]


def test_a_note_that_was_changed_since_stands(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "note Joost keeps his 44")
    notes.change(marit, game.code, 1, "Joost keeps his 44, and why")
    at_table(game, marit, "undo")
    assert noted(game) == ["Joost keeps his 44, and why"]
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_a_note_that_was_there_before_the_mail_stands(game: Game) -> None:
    marit = marit_of(game)
    notes.add(marit, game.code, "Joost keeps his 44")
    at_table(game, marit, "note Joost keeps his 44")
    at_table(game, marit, "undo")
    assert noted(game) == ["Joost keeps his 44"]


def test_a_note_beside_an_answer_that_was_changed_since_stands(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    write(game, marit, first)
    write(game, marit, f"{second}\nnote Joost keeps his 44")
    notes.change(marit, game.code, 1, "Joost keeps his 44, and why")
    write(game, marit, "undo")
    assert sealed(game) == first
    assert noted(game) == ["Joost keeps his 44, and why"]


def test_a_note_and_a_vote(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "note Joost keeps his 44")
    at_table(game, marit, "undo")
    assert not selectors.talk.notes.has_notes(game, marit)
    at_table(game, marit, "pause?")
    assert not votes_that_count(game)
    at_table(game, marit, "confirm")
    assert votes_that_count(game).get().wish == Vote.Wish.PAUSE
    at_table(game, marit, "undo")
    assert not votes_that_count(game)


def test_the_vote_that_paused_the_game_stays(game: Game) -> None:
    marit, *others = users_at(game)
    for other in others:
        votes.vote(other, game.code, "pause")
    at_table(game, marit, "pause?")
    at_table(game, marit, "confirm")
    assert fresh(game).paused_at
    at_table(game, marit, "undo")
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_a_seat_that_was_kept_is_kept_again() -> None:
    marit, joost = members(2)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3, visibility="link"))
    invitations.keep_seat(marit, table.code, joost)
    at_table(table, joost, "accept")
    at_table(table, joost, "undo")
    assert not table.seats.filter(user=joost).exists()
    assert table.seats.filter(kept_for=joost).count() == 1
    at_table(table, joost, "accept")
    assert table.seats.filter(user=joost, kept_for=None).exists()


def test_a_seat_that_was_free_is_free_again() -> None:
    marit, joost = members(2)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    own(joost, "join Texel")
    assert table.seats.filter(user=joost).exists()
    own(joost, "undo")
    assert table.seats.filter(user=None, kept_for=None).count() == 2


def test_a_seat_that_was_taken_on_the_page_since_stays() -> None:
    marit, joost = members(2)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    own(joost, "join Texel")
    tables.leave(joost, table.code)
    tables.join(joost, table.code)
    own(joost, "undo")
    assert table.seats.filter(user=joost).exists()
    assert "can’t be taken back" in words(letter(joost, "mail_table"))


def test_a_vote_that_was_given_on_the_page_since_stays(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "pause?")
    at_table(game, marit, "confirm")
    votes.unvote(marit, game.code, "pause")
    votes.vote(marit, game.code, "pause")
    at_table(game, marit, "undo")
    assert votes_that_count(game).get().wish == Vote.Wish.PAUSE
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_a_seat_that_was_left_on_the_page_since_stays_so(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "pass my turns to a bot")
    absence.back(marit, game.code)
    absence.pass_to_bot(marit, game.code)
    at_table(game, marit, "undo")
    assert game.seats.get(index=0).absence == Seat.Absence.BOT
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_in_the_next_game_only_a_seat_that_the_mail_took_is_given_up(game: Game) -> None:
    marit, *others = users_at(game)
    for user in (marit, *others):
        votes.vote(user, game.code, "cancel")
    again = rematches.rematch(others[0], game.code)
    at_table(game, marit, "rematch")
    at_table(game, marit, "undo")
    assert again.seats.get(kept_for=marit).user is None
    rematches.rematch(marit, game.code)
    at_table(game, marit, "rematch")
    at_table(game, marit, "undo")
    assert again.seats.filter(user=marit).exists()
    assert "can’t be taken back" in words(letter(marit, "mail_table"))


def test_what_was_said_stays_said(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "say hello")
    at_table(game, marit, "undo")
    assert "can’t be taken back" in words(letter(marit, "mail_table"))
    assert game.messages.count() == 1


def test_behind_a_number_in_a_letter_about_several_hands(game: Game) -> None:
    """Each line is about its own hand, whatever the others did."""
    marit = marit_of(game)
    other = started(users_at(game), name="Texel")
    row = reply_addresses.address_of_several(marit, [hand_of(game), hand_of(other)])
    to = reply_addresses.address_of(row)
    first, second = legal(game, 0)[:2]
    third = legal(other, 0)[0]
    for body, stands, text in (
        (f"1: {first}\n2: {third}", first, "is sealed"),
        (f"1: {second}\n2: undo", second, "it stands until you reply with another one"),
        ("1: undo\n2: plan always: lowest", first, "is sealed"),
        ("2: undo", first, "Taken back."),
        ("2: undo", first, "can’t be taken back"),
    ):
        stored(to, a_reply(marit, body))
        process.read_all()
        assert (sealed(game), sealed(other)) == (stands, third)
        assert text in words(letter(marit, "mail_lines"))
    assert selectors.hands.plans.own_plan(other, other.seats.get(index=0)) is None


def test_nobody_elses_undo_is_kept(game: Game) -> None:
    """What is held may be confirmed much later, when it would take back something else."""
    marit = marit_of(game)
    other = started(users_at(game), name="Texel")
    row = reply_addresses.address_of_several(marit, [hand_of(game), hand_of(other)])
    mail = a_reply(marit, "1: undo", sender="joost@elsewhere.example")
    stored(reply_addresses.address_of(row), mail)
    process.read_all()
    assert InboundMail.objects.get().outcome == "unproven"


def test_nothing_to_take_back(game: Game) -> None:
    marit = marit_of(game)
    assert write(game, marit, "undo").outcome == "refused"
    assert "has changed anything in the last day" in words(letter(marit, "mail_table"))
