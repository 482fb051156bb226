"""One answer and one command in a mail: both are done, and what is left is told."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import game_secrets, selectors
from games.mail.inbound import confirmation, process
from games.mail.inbound.understanding import Understood, understood
from games.models import Bid, Game, Note
from games.services.hands import bidding
from games.services.mail import reply_addresses
from tests.games.mail.corpus import reading
from tests.games.mail.inbound import at_table
from tests.games.mail.inbound.mailing import a_reply, letters_to, stored, write
from tests.games.mail.reading import letter, notice, words
from tests.games.making import hand_of, legal

tide = reading.answers("turn-the-tide")


def sealed(game: Game) -> str | None:
    own = selectors.observations.own_bid(game, hand_of(game), 0)
    return own.notation if own is not None else None


def said(game: Game) -> list[str]:
    return [game_secrets.open_message(each, game.code) for each in game.messages.all()]


def text(user: User, kind: str) -> str:
    found = letter(user, kind)
    assert found is not None
    return words(found)


# ------------------------------------------------------------------ which lines count


def read(text: str) -> tuple[str, str]:
    """The answer and the text of the command next to it, where 17 and 28 may be played."""
    found = understood(text, tide)
    assert found.command is not None
    beside = found.second.command if found.second else None
    return found.command.text, (beside.text or beside.kind.value) if beside else ""


@pytest.mark.parametrize(
    ("body", "other"),
    [
        ("17\nsay Well played", "Well played"),
        ("say Well played\n\n17", "Well played"),
        (
            "Hi Joost,\n\n17 please\n\nsay Well played\nall of you\n\nMarit",
            "Well played\nall of you",
        ),
        ("vacation 3 days\n17", "vacation"),
        ("17\nnote Joost keeps 44", "Joost keeps 44"),
        ("17\nplan\nnext: 28", "next: 28"),
        ("pass my turns to a bot\n17", "pass"),
        ("What a hand, Joost\n17\nkein Plan", "no_plan"),
    ],
)
def test_an_answer_and_a_command_next_to_it(body: str, other: str) -> None:
    assert read(body) == ("17", other)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("extend\n17", ("extend",)),  # it is for everybody, and has to be confirmed
        ("17\nhelp", ("help",)),
        ("undo\n17", ("undo",)),
        ("17\nyes", ("yes",)),
        ("settings daily 7\n17", ("settings daily 7",)),
        ("17\nsay hi\n\nno plan\nextend please", ("no plan", "extend please")),
        ("17\n\nI'll see you when there is\nno plan", ("no plan",)),  # not next to the answer
        ("I am back\n17", ()),  # as any answer brings its player back
    ],
)
def test_what_does_not_go_with_an_answer_is_left(body: str, left: tuple[str, ...]) -> None:
    found = understood(body, tide)
    assert found.command is not None
    assert (found.command.text, found.left) == ("17", left)


def test_without_an_answer_the_first_command_counts() -> None:
    found = understood("vacation 3 days\n\nno plan", tide)
    assert found.command is not None
    assert (found.command.days, found.left) == (3, ("no plan",))


@pytest.mark.parametrize(
    "body",
    ["say hello\n17", "17\nsay I had\n28", "17\nsay hello\n17", "Well, Joost\nnote I play\n17",
     "extend\n17\n28", "vacation 3 days\n17\nno, 28"],
)  # fmt: skip
def test_two_answers_or_a_card_in_what_is_said_do_nothing(body: str) -> None:
    assert understood(body, tide) == Understood(ambiguous=True)


@pytest.mark.parametrize("body", ["yes\n17", "confirm\n17", "17?\nsay hello"])
def test_a_doubtful_answer_is_asked_about_and_nothing_goes_with_it(body: str) -> None:
    found = understood(body, tide)
    assert found.to_confirm is not None
    assert (found.to_confirm.text, found.command, found.second) == ("17", None, None)


def test_a_damaged_quote_makes_both_doubtful() -> None:
    found = understood("> On Monday\n\n17\nsay hello\n\n> You can answer:", tide)
    assert found.to_confirm is not None
    assert (found.command, found.second, found.left) == (None, None, ("say hello",))


# ------------------------------------------------------------------ what is done


@pytest.mark.django_db
def test_both_are_done_and_told(game: Game, marit: User) -> None:
    card = legal(game, 0)[0]
    assert write(game, marit, f"{card}\nsay Well played").outcome == "applied"
    assert (sealed(game), said(game)) == (card, ["Well played"])
    receipt = text(marit, "mail_receipt")
    assert "is sealed" in receipt
    assert "“say Well played”: The others at the table can read" in receipt
    assert letters_to(marit) == ["mail_receipt"]


@pytest.mark.django_db
def test_a_bot_takes_over_only_after_the_answer(game: Game, marit: User) -> None:
    write(game, marit, f"pass my turns to a bot\n{legal(game, 0)[0]}")
    assert sealed(game) == legal(game, 0)[0]
    assert game.seats.get(index=0).absence


@pytest.mark.django_db
def test_a_receipt_with_more_than_the_answer_does_not_wait(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(answered_at=timezone.now())
    write(game, marit, f"{legal(game, 0)[0]}\nextend")
    assert "We did nothing about “extend”" in text(marit, "mail_receipt")
    receipt = notice(marit, "mail_receipt")
    assert receipt.send_after - receipt.created_at < timedelta(minutes=1)


@pytest.mark.django_db
def test_one_is_done_if_the_other_cannot_be(game: Game, marit: User) -> None:
    card, other = legal(game, 0)[0], legal(game, 1)[0]
    write(game, marit, f"{card}\nplan nonsense of mine")
    assert sealed(game) == card
    assert "“plan nonsense of mine”: Line 1" in text(marit, "mail_receipt")
    write(game, marit, f"{other}\nsay Well played")
    assert said(game) == []  # that was no answer, so its line and what follows are not certain
    assert "We did nothing about “say Well played”" in text(marit, "mail_refused")


@pytest.mark.django_db
def test_undo_takes_back_both(game: Game, marit: User) -> None:
    first, second = legal(game, 0)[:2]
    write(game, marit, first)
    write(game, marit, f"{second}\nnote Joost keeps his 44")
    write(game, marit, "undo")
    assert sealed(game) == first
    assert not selectors.talk.notes.has_notes(game, marit)
    assert "“note Joost keeps his 44”: Taken back." in text(marit, "mail_receipt")
    write(game, marit, "undo")  # the answer once more; a note that is gone stays so
    assert sealed(game) == second
    assert "Also in your e-mail" not in text(marit, "mail_receipt")


@pytest.mark.django_db
def test_undo_beside_a_first_answer(game: Game, marit: User) -> None:
    write(game, marit, f"{legal(game, 0)[0]}\nnote Joost keeps his 44")
    assert write(game, marit, "undo").outcome == "undone"
    assert sealed(game) == legal(game, 0)[0]
    assert not selectors.talk.notes.has_notes(game, marit)
    found = text(marit, "mail_table")
    assert "It was your first answer" in found
    assert "Taken back" in found
    assert "Nothing was changed" not in found


@pytest.mark.django_db
def test_of_an_answer_that_came_too_late_undo_takes_back_what_was_done(
    game: Game, marit: User
) -> None:
    write(game, marit, "vacation 3 days")
    hand = hand_of(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bidding, "place_bid", _too_late)
        mail = write(game, marit, f"{legal(game, 0)[0]}\nnote Joost keeps his 44")
    assert mail.outcome == "done"
    assert "“note Joost keeps his 44”" in text(marit, "mail_state")
    write(game, marit, "undo")
    assert not selectors.talk.notes.has_notes(game, marit)
    assert marit.vacations.exists()
    assert not Bid.objects.filter(hand=hand).exists()


def _too_late(*_args: object, **_more: object) -> None:
    raise bidding.TooLate


@pytest.mark.django_db
def test_held_mail_keeps_both(game: Game, marit: User) -> None:
    card = legal(game, 0)[0]
    mail = write(game, marit, f"{card}\nsay Well played\n\nextend", sender="x@elsewhere.example")
    assert (sealed(game), said(game)) == (None, [])
    held = text(marit, "mail_held")
    assert f"the answer “{card}”, and these words at the table: “Well played”" in held
    assert "We did nothing about “extend”" in held
    confirmation.confirm(mail.pk)
    assert (sealed(game), said(game)) == (card, ["Well played"])


@pytest.mark.django_db
def test_where_no_card_is_asked_for_the_second_command_is_left(game: Game, marit: User) -> None:
    at_table.ask(marit, game, "note Joost keeps\nhis 44\n\nextend\nextend")
    assert Note.objects.count() == 1
    found = text(marit, "mail_table")
    assert "We did nothing about “extend”;" in found
    row = reply_addresses.addresses_of_people([marit.pk])[marit.pk]
    body = f"{game.code}: note Hello\n\n{game.code}: say Hello"
    stored(reply_addresses.address_of(row), a_reply(marit, body))
    process.read_all()
    assert (Note.objects.count(), said(game)) == (2, [])
    assert f"We did nothing about “{game.code}: say Hello”" in text(marit, "mail_table")
