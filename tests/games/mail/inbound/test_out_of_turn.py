"""What can be done out of turn is done by mail, too, in every language; the help says how."""

import re

import pytest

from accounts.models import User
from games.mail.inbound import confirmation, process
from games.models import Game, InboundMail
from games.services.hands import asides
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, arrive, newest, write
from tests.games.mail.reading import letter, members, started, words
from tests.games.making import bid_all, fresh, hand_of, legal, settle, user_at
from tests.games.web.sea_states import choosing, put
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("offer", "refuse", "accept"),
    [
        ("I surrender.", "decline", "I accept"),
        ("Ich gebe auf", "Ablehnen, danke", "Annehmen"),
        ("opgeven", "Weigeren", "aannemen graag"),
    ],
)
def test_a_surrender_is_offered_refused_and_accepted(offer: str, refuse: str, accept: str) -> None:
    users = members(2)
    game = put(started(users, ruleset="turning-tides"), choosing())
    mails = [write(game, users[who], text) for who, text in ((0, offer), (1, refuse))]
    assert fresh(game).state == Game.State.RUNNING
    mails += [write(game, users[who], text) for who, text in ((0, offer), (1, accept))]
    assert [mail.outcome for mail in mails] == ["applied"] * 4
    assert fresh(game).state == Game.State.OVER


def test_the_help_of_rowboat_has_its_own_answers_and_the_lighthouse() -> None:
    game = started(members(2), ruleset="rowboat")
    seat = hand_of(game).awaiting[0]
    reader = user_at(game, seat)
    write(game, reader, "help")
    ways = re.findall("^  · “(.+?)”: ", letter(reader, "mail_help").text, re.MULTILINE)
    assert ways[0] == legal(game, seat)[0]
    (plan,) = (way for way in ways if way.startswith("plan next"))
    assert write(game, reader, plan).outcome == "planned"
    assert write(game, reader, ways[0]).outcome == "applied"


@pytest.fixture
def users() -> list[User]:
    return members(2)


@pytest.fixture
def sea(users: list[User]) -> Game:
    """Both may offer to surrender."""
    return put(started(users, ruleset="turning-tides"), choosing())


def held(game: Game, user: User, body: str) -> InboundMail:
    mail = write(game, user, body, sender="somebody@elsewhere.example")
    assert mail.state == "held"
    return mail


def code_of_confirmed(mail: InboundMail) -> str:
    result = confirmation.confirm(mail.pk)
    return not_none(result).details.get("code", "")


def test_a_surrender_is_offered_in_its_own_hand_only(users: list[User], sea: Game) -> None:
    mail = held(sea, users[0], "I surrender")
    bid_all(fresh(sea))
    settle(fresh(sea))
    put(fresh(sea), choosing())
    assert code_of_confirmed(mail) == "stale_hand"
    assert not sea.asides.exists()


def test_a_surrender_confirmed_in_its_hand_is_offered(users: list[User], sea: Game) -> None:
    mail = held(sea, users[0], "I surrender")
    assert not code_of_confirmed(mail)
    assert sea.asides.get().act == "surrender"


def test_an_acceptance_is_not_for_an_offer_after_a_refusal(users: list[User], sea: Game) -> None:
    asides.do_aside(users[0], sea.code, "surrender")
    mail = held(sea, users[1], "accept")
    asides.do_aside(users[1], sea.code, "refuse")
    asides.do_aside(users[0], sea.code, "surrender")
    assert code_of_confirmed(mail) == "changed_since"
    assert fresh(sea).state == Game.State.RUNNING


def test_an_acceptance_that_is_read_late_does_not_undo_a_refusal(
    users: list[User], sea: Game
) -> None:
    asides.do_aside(users[0], sea.code, "surrender")
    arrive(sea, users[1], a_reply(users[1], "accept"))
    asides.do_aside(users[1], sea.code, "refuse")
    asides.do_aside(users[0], sea.code, "surrender")
    process.read_all()
    assert fresh(sea).state == Game.State.RUNNING
    assert "that counts" in words(letter(users[1], "mail_refused"))


def test_a_yes_to_a_doubtful_acceptance_does_not_undo_a_refusal(
    users: list[User], sea: Game
) -> None:
    asides.do_aside(users[0], sea.code, "surrender")
    assert write(sea, users[1], "I think accept").outcome == "asked"
    asides.do_aside(users[1], sea.code, "refuse")
    asides.do_aside(users[0], sea.code, "surrender")
    write(sea, users[1], "yes")
    assert fresh(sea).state == Game.State.RUNNING


def test_an_acceptance_from_before_the_offer_accepts_nothing(users: list[User], sea: Game) -> None:
    arrive(sea, users[1], a_reply(users[1], "accept"))
    asides.do_aside(users[0], sea.code, "surrender")
    process.read_all()
    assert newest().outcome == "refused"
    assert fresh(sea).state == Game.State.RUNNING


def test_what_came_before_its_sender_was_suspended_counts(users: list[User], sea: Game) -> None:
    asides.do_aside(users[0], sea.code, "surrender")
    arrive(sea, users[1], a_reply(users[1], "refuse"))
    given = CommandInput("unfair", days=3)
    execution.carry_out(staff(), "suspend", str(users[1].pk), given)
    arrive(sea, users[1], a_reply(users[1], "I surrender"))
    process.read_all()
    assert [row.act for row in sea.asides.all()] == ["surrender", "refuse"]
    assert newest().outcome == "refused"


def test_mails_about_offers_are_carried_out_as_they_came(users: list[User], sea: Game) -> None:
    asides.do_aside(users[0], sea.code, "surrender")
    for who, body in ((1, "refuse"), (1, "I surrender"), (0, "accept")):
        arrive(sea, users[who], a_reply(users[who], body))
    process.read_all()
    assert [row.act for row in sea.asides.all()] == ["surrender", "refuse", "surrender", "accept"]
    assert fresh(sea).state == Game.State.OVER
