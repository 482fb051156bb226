"""A bot counts as its owner, who has its key and so its cards; a moderator's as herself."""

import pytest
from django.core.mail import EmailMessage

from accounts.models import User
from accounts.notifications import delivery
from accounts.people import own_bots
from accounts.text.bidi_isolation import isolated
from games.models import Report
from games.refusals import Refused
from games.selectors.talk.reports import open_reports
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import chat, reports
from tests.accounts.making import member, staff
from tests.games.making import people, running
from tests.games.services.moderation.setting import GIVEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(hedda: User) -> User:
    return own_bots.make(hedda, "Kraken")[0].user


def refusal(actor: User, slug: str, target: str) -> str:
    """The code, or nothing if the command may be carried out."""
    try:
        execution.preview(actor, slug, target, GIVEN[slug])
    except Refused as refused:
        return refused.code
    return ""


def test_its_tables_are_hers(hedda: User, bot: User) -> None:
    users = people(2)
    game = running([*users, bot])
    assert refusal(hedda, "extend", game.code) == "own_game"
    assert refusal(hedda, "mute", str(users[0].pk)) == "own_person", "it plays with them"
    assert refusal(staff("Gerda", "moderator"), "extend", game.code) == ""


def test_a_table_that_it_left_is_hers_as_well(hedda: User, bot: User) -> None:
    users = people(2)
    game = running([*users, bot])
    game.seats.filter(user=bot).update(user=member("Gerrit"))
    assert refusal(hedda, "extend", game.code) == "own_game"


def test_she_does_nothing_to_it_but_others_do(hedda: User, bot: User) -> None:
    assert refusal(hedda, "mute", str(bot.pk)) == "own_person"
    assert refusal(staff("Gerda", "moderator"), "mute", str(bot.pk)) == ""


def test_a_report_about_it_is_read_by_others(hedda: User, bot: User) -> None:
    report = Report.objects.create(
        reporter=member("Gerrit"), person=bot, kind="conduct", text="It lies."
    )
    assert list(open_reports(hedda)) == []
    with pytest.raises(Refused, match="own_person"):
        reports.read(hedda, report.pk)
    assert reports.read(staff("Gerda", "moderator"), report.pk) == report


def test_nobody_gets_a_seat_where_their_bot_plays(hedda: User) -> None:
    wim = member("Wim")
    game = running([*people(2), own_bots.make(wim, "Texel")[0].user])
    given = CommandInput("absent", seat=0, person=wim.name)
    with pytest.raises(Refused, match="person_sat_elsewhere"):
        execution.preview(hedda, "replace", game.code, given)


@pytest.mark.parametrize("slug", ["bot", "replace", "hide"])
def test_what_is_done_about_its_seat_or_words_is_told_to_its_owner(
    slug: str, mailoutbox: list[EmailMessage]
) -> None:
    wim, ute = member("Wim"), member("Ute")
    bot = own_bots.make(wim, "Kraken")[0].user
    game = running([*people(2), bot], chat="everybody")
    chat.say(bot, game.code, "Pirates!")
    given = {
        "bot": CommandInput("conduct", seat=2),
        "replace": CommandInput("conduct", seat=2, person=ute.name),
        "hide": CommandInput("conduct", message=1),
    }[slug]
    done = execution.carry_out(staff("Hedda", "moderator"), slug, game.code, given)
    assert ("from_staff", "Wim") in done.effect.letters
    delivery.deliver()
    (letter,) = [mail for mail in mailoutbox if str(wim.email) in str(mail.to)]
    assert f"At the table “{isolated(game.name)}”:" in str(letter.body)
    assert "Why: conduct." in str(letter.body)


def test_their_owner_is_not_told_what_is_done_about_others_there() -> None:
    wim = member("Wim")
    game = running([*people(2), own_bots.make(wim, "Kraken")[0].user])
    given = CommandInput("absent", seat=0)
    done = execution.carry_out(staff("Hedda", "moderator"), "bot", game.code, given)
    assert "Wim" not in dict(done.effect.letters).values()
