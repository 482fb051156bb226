"""An answer by mail is sealed like any other, and answered by a letter."""

from collections.abc import Callable
from datetime import timedelta
from itertools import cycle
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.catalogue.turning_tides import rules
from games.mail.inbound import confirmation, process
from games.mail.inbound.commands import MailCommand
from games.mail.inbound.understanding import strict, understood
from games.models import Bid, Game
from games.services.hands import plans
from games.services.seats import absence
from tests.games.mail.inbound.mailing import a_reply, arrive, letters_to, write
from tests.games.mail.reading import begun, composed, letter, members, notice, started, words
from tests.games.making import bid, fresh, hand_of, legal, sealed_bid, settle, user_at, users_at
from tests.games.web.sea_states import PHASES, navigating, put
from tests.narrowing import not_none
from tests.sampling import few

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun(3, zone="Europe/Amsterdam")


def test_a_card_in_the_first_line_is_sealed(game: Game) -> None:
    marit = user_at(game, 0)
    card = legal(game, 0)[-1]
    mail = write(game, marit, f"{card}\n\nRegards,\nMarit\n")

    assert (mail.state, mail.outcome) == ("done", "applied")
    sealed = Bid.objects.get(seat__user=marit)
    own = not_none(selectors.observations.own_bid(game, hand_of(game), 0))
    assert (own.notation, sealed.via) == (card, Bid.Via.MAIL)
    found = letter(marit, "mail_receipt")
    assert f"Understood: the {card}" in found.text
    assert own.digest in found.text
    assert own.salt in found.text
    assert own.digest in words(found)
    assert card not in found.subject


def test_an_answer_counts_and_is_confirmed_in_utc_where_the_zone_is_no_longer_known(
    game: Game,
) -> None:
    marit = user_at(game, 0)
    User.objects.filter(pk=marit.pk).update(zone="Atlantis/Capital")
    assert write(game, marit, legal(game, 0)[0]).outcome == "applied"
    assert "in UTC" in letter(marit, "mail_receipt").text


def test_a_receipt_says_that_it_can_be_changed_only_while_it_can(game: Game) -> None:
    marit, joost, aoife = users_at(game)
    write(game, marit, legal(game, 0)[0])
    assert "You can change it until" in letter(marit, "mail_receipt").text
    bid(game, joost)
    write(game, aoife, legal(game, 2)[0])
    assert hand_of(game).state == "ready"
    for user in (marit, aoife):
        told = letter(user, "mail_receipt").text
        assert "You can change it until" not in told
        assert "All answers are in" in told


FORMS = (
    "{}", "play {}", "Play {}.", "spiele {}", "speel {}", "#{}",
    "{}!", "{}!!", "play {}!", "“{}”", '"{}"', "„{}“", "‚{}‘", "«{}»", "»{}«",
    "“{}”.", "“play {}!”",
)  # fmt: skip


def test_forgiving_forms(game: Game) -> None:
    """Some of them by a mail; with all cases tried, all."""
    marit = user_at(game, 0)
    reads = selectors.observations.reader_for(game, 0)
    for form, card in zip(FORMS, cycle(legal(game, 0)[1:3])):
        command = not_none(understood(form.format(card), reads).command)
        assert (command.kind, reads(command.text)) == (MailCommand.ANSWER, card), form
    for form, card in zip(few(FORMS, 4), cycle(legal(game, 0)[1:3])):
        assert write(game, marit, form.format(card)).outcome == "applied", form
        assert sealed_bid(game, 0).notation == card, form


def test_courtesies_around_the_answer_say_nothing(game: Game) -> None:
    marit = user_at(game, 0)
    card = legal(game, 0)[2]
    assert write(game, marit, f"Hi,\n\n{card} please\n\nMarit").outcome == "applied"
    assert sealed_bid(game, 0).notation == card


def test_a_doubtful_answer_is_asked_back_and_counts_after_a_yes(game: Game) -> None:
    marit = user_at(game, 0)
    first, second = legal(game, 0)[2:4]
    write(game, marit, first)
    mail = write(game, marit, f"I think {second} would be best")
    assert (mail.state, mail.outcome) == ("held", "asked")
    assert sealed_bid(game, 0).notation == first
    asked = letter(marit, "mail_table")
    assert f"Do you mean “{second}”?" in asked.text
    assert "Reply with just “yes”" in asked.text
    assert write(game, marit, "Yes!").outcome == "applied"
    assert sealed_bid(game, 0).notation == second
    assert f"Understood: the {second}" in letter(marit, "mail_receipt").text
    assert composed(notice(marit, "mail_table")) is None


def test_a_yes_seals_what_a_bot_has_answered_meanwhile(game: Game) -> None:
    marit, card = user_at(game, 0), legal(game, 0)[3]
    write(game, marit, f"I think {card}")
    absence.pass_to_bot(marit, game.code)
    assert write(game, marit, "yes").outcome == "applied"
    assert sealed_bid(game, 0).notation == card


@pytest.mark.parametrize("answer", [write, bid])
def test_a_yes_to_what_was_replaced_meanwhile_changes_nothing(
    game: Game, answer: Callable[[Game, User, str], object]
) -> None:
    marit = user_at(game, 0)
    first, second = legal(game, 0)[2:4]
    write(game, marit, f"Perhaps {second}, who knows")
    answer(game, marit, first)
    assert write(game, marit, "yes").outcome != "applied"
    assert sealed_bid(game, 0).notation == first


def test_a_yes_that_nobody_vouches_for_counts_no_more_than_an_answer(game: Game) -> None:
    marit = user_at(game, 0)
    write(game, marit, f"Maybe {legal(game, 0)[0]}")
    write(game, marit, "yes", sender="marit@elsewhere.example")
    assert not Bid.objects.filter(seat__user=marit).exists()


def test_the_same_doubt_is_asked_about_once(game: Game) -> None:
    """A machine may be writing."""
    marit = user_at(game, 0)
    for _ in range(3):
        write(game, marit, f"I am away until {legal(game, 0)[0]} May.")
    assert letters_to(marit) == ["mail_table"]


def test_a_card_of_somebody_else_is_refused(game: Game) -> None:
    marit = user_at(game, 0)
    mail = write(game, marit, legal(game, 1)[0])
    assert mail.outcome == "refused"
    assert "isn’t possible now" in letter(marit, "mail_refused").text


def test_the_last_good_answer_wins(game: Game) -> None:
    marit = user_at(game, 0)
    first, second, third = legal(game, 0)[:3]
    for text in (first, second, "nonsense", third, "help"):
        write(game, marit, text)
    assert sealed_bid(game, 0).notation == third
    assert letters_to(marit) == [
        "mail_receipt",
        "mail_receipt",
        "mail_refused",
        "mail_receipt",
        "mail_help",
    ]


def test_two_different_answers_are_not_guessed_at(game: Game) -> None:
    marit = user_at(game, 0)
    first, second = legal(game, 0)[:2]
    assert write(game, marit, f"{first}\n{second}").outcome == "refused"
    assert write(game, marit, f"{first} please\n\nor rather {second}").outcome == "refused"
    assert "two different answers" in words(letter(marit, "mail_refused"))


@pytest.mark.parametrize("planned", [False, True])
def test_a_later_answer_on_the_page_stays(game: Game, planned: bool) -> None:
    """Also if it only repeats what the sender's plan had given."""
    marit = user_at(game, 0)
    by_mail, on_page = legal(game, 0)[:2]
    if planned:
        plans.write(marit, game.code, f"next: {on_page}", now=True)
    mail = arrive(game, marit, a_reply(marit, by_mail))
    bid(game, marit, on_page)
    process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "overtaken"
    assert sealed_bid(game, 0).notation == on_page


def test_show_and_help(game: Game) -> None:
    marit = user_at(game, 0)
    assert write(game, marit, "show").outcome == "shown"
    assert write(game, marit, "Hilfe!").outcome == "helped"
    shown = letter(marit, "mail_state")
    assert "Your cards" in shown.text
    assert "“vacation 3 days”" in letter(marit, "mail_help").text


def test_days_off(game: Game) -> None:
    marit = user_at(game, 0)
    before = game.hands.get().clocks.get(user=marit).deadline
    assert write(game, marit, "Vacation 3 days").outcome == "vacation"
    assert (game.hands.get().clocks.get(user=marit).deadline - before).days >= 2
    assert "Last day" in letter(marit, "mail_receipt").text
    assert write(game, marit, "urlaub 3 tage").outcome == "refused"
    assert "booked already" in letter(marit, "mail_refused").text


def test_an_answer_to_a_mail_goes_at_once_also_in_quiet_hours(game: Game) -> None:
    marit = user_at(game, 0)
    now = timezone.localtime(timezone.now(), ZoneInfo("Europe/Amsterdam"))
    marit.quiet_from = (now - timedelta(hours=1)).time()
    marit.quiet_to = (now + timedelta(hours=1)).time()
    marit.save()
    write(game, marit, "show")
    assert notice(marit, "mail_state").send_after <= timezone.now()


def test_a_plan_answers_ahead(game: Game) -> None:
    marit = user_at(game, 0)
    first, second, third = legal(game, 0)[:3]
    assert write(game, marit, f"plan next: {second}, then {third}").outcome == "planned"
    assert f"next: {second}, then {third}" in letter(marit, "mail_receipt").text
    assert not Bid.objects.filter(seat__user=marit).exists()
    write(game, marit, first)
    for expected in (first, second, third):
        for index in (1, 2):
            bid(game, user_at(game, index))
        settle(game)
        hand = game.hands.filter(state="resolved").latest("number")
        assert not_none(hand.bids.get(seat__user=marit).opened)["notation"] == expected


def test_a_plan_of_several_lines(game: Game) -> None:
    marit = user_at(game, 0)
    text = "Plan:\nif a tide of 10 or more is up: highest\nalways: lowest\n\nMarit\n\n> help"
    assert write(game, marit, text).outcome == "planned"
    assert write(game, marit, "kein Plan").outcome == "unplanned"
    assert write(game, marit, "plan whatever comes").outcome == "refused"
    assert "“whatever” doesn’t belong here" in words(letter(marit, "mail_refused"))


def test_what_one_writes_oneself_may_be_a_long_paragraph(game: Game) -> None:
    """Not every mail program breaks a paragraph into lines."""
    marit = user_at(game, 0)
    long = "plan always: if hand is 1: lowest" + ", else if hand is 2: highest" * 20
    assert write(game, marit, long).outcome == "planned"
    assert write(game, marit, f"say {'Well played! ' * 35}").outcome == "done"
    assert write(game, marit, "plan next: lowest\n" + "then: lowest\n" * 400).outcome == "refused"


def test_a_held_plan_waits_too(game: Game) -> None:
    marit = user_at(game, 0)
    mail = write(game, marit, "plan always: lowest", sender="x@elsewhere.example")
    assert mail.outcome == "held"
    assert "the plan “always: lowest”" in letter(marit, "mail_held").text
    assert not_none(confirmation.confirm(mail.pk)).outcome == "planned"


@pytest.mark.parametrize(
    ("away", "back"),
    few([("Pass my turns to a bot.", "I am back"), ("gib meine Züge einem Bot", "ich bin zurück")]),
)
def test_a_bot_plays_until_one_is_back(game: Game, away: str, back: str) -> None:
    marit = user_at(game, 0)
    assert write(game, marit, away).outcome == "passed"
    assert "A bot plays for you" in words(letter(marit, "mail_receipt"))
    assert Bid.objects.get(seat__user=marit).via == Bid.Via.BOT
    assert write(game, marit, back).outcome == "back"
    assert game.seats.get(index=0).absence == ""


def test_out_of_turn(game: Game) -> None:
    pair = started(users_at(game)[:2], ruleset="turning-tides")
    marit = user_at(pair, 0)
    assert write(pair, marit, "Surrender").outcome == "applied"
    assert "Understood: Offer to surrender\n" in letter(marit, "mail_receipt").text
    assert write(pair, user_at(pair, 1), "accept").outcome == "applied"
    assert fresh(pair).state == Game.State.OVER


@pytest.mark.parametrize("text", few(["back", "Back.", "terug", "back please"]))
def test_back_steers_a_ship_where_that_is_asked(game: Game, text: str) -> None:
    pair = started(users_at(game)[:2], ruleset="turning-tides")
    marit = user_at(pair, 0)
    pair = put(pair, navigating())
    assert write(pair, marit, text).outcome == "applied"
    own = not_none(selectors.observations.own_bid(pair, hand_of(pair), 0))
    assert own.notation == "back"
    assert write(pair, marit, "I am back").outcome == "back"


@pytest.mark.parametrize("phase", PHASES)
def test_no_answer_is_read_as_another_wish(phase: str) -> None:
    state = PHASES[phase]()
    (seat,) = rules.awaiting(state)[:1]
    for notation in rules.legal(state, seat):
        command = strict(notation, lambda line: rules.read(state, seat, line))
        assert command is not None
        assert (command.kind, command.text) == (MailCommand.ANSWER, notation)


def test_a_letter_says_why_an_answer_is_not_possible() -> None:
    users = members(2, language="de")
    game = put(started(users, ruleset="turning-tides"), PHASES["fire"]())
    assert write(game, users[0], "von Zone 2").outcome == "refused"
    told = words(letter(users[0], "mail_refused"))
    assert "„von Zone 2“ ist jetzt nicht möglich. Du hast keinen Matrosen auf Zone 2." in told
