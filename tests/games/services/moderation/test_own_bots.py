"""A bot counts as its owner, who has its key and so its cards; a moderator's as herself."""

import pytest

from accounts.models import User
from accounts.people import own_bots
from games.models import Report
from games.refusals import Refused
from games.selectors.talk.reports import open_reports
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.accounts.making import member, staff
from tests.games.making import people, running
from tests.games.services.moderation.setting import GIVEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    return staff("Hedda", "moderator")


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
