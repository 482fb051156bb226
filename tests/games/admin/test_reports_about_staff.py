"""A moderator learns nowhere in the panel who reported them, and what the answer said."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationEntry, Notice, User
from games.models import Report
from games.refusals import Refused
from games.selectors.moderation import deliverability, search
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.accounts.making import member, staff

pytestmark = pytest.mark.django_db
WORDS = "Dear Marit, we have spoken with Hedda."


@pytest.fixture
def gerda() -> User:
    return staff("Gerda", "moderator")


@pytest.fixture
def marit() -> User:
    return member("Marit")


@pytest.fixture
def report(hedda: User, marit: User) -> Report:
    made = reports.make(marit, "conduct", "She is unfair.", game=None, person=hedda)
    return reports.close(staff("Ada", "chief"), made.pk, "acted", WORDS)


@pytest.fixture
def letter(report: Report) -> Notice:
    found = Notice.objects.get(kind="report_answered", channel="mail")
    found.state, found.reason = Notice.State.FAILED, "550 no"
    found.save()
    return found


def page(user: User, name: str, *key: object, **query: str) -> str:
    client = Client()
    client.force_login(user)
    response = client.get(reverse(f"admin:{name}", args=key), query)
    return str(response.content.decode()) if response.status_code == 200 else ""


def test_the_letter_is_not_shown_to_her(
    hedda: User, gerda: User, marit: User, letter: Notice
) -> None:
    def shown(reader: User) -> list[bool]:
        return [
            marit.name in page(reader, "accounts_notice_changelist"),
            marit.name in page(reader, "accounts_notice_change", letter.pk),
            marit.name in page(reader, "act", "send_again", letter.pk),
            letter in search.find(reader, marit.name).letters,
            marit.pk in deliverability.reach_of(reader, [marit]),
            bool(deliverability.unreachable(reader, 8)),
        ]

    assert shown(gerda) == [True] * 6
    assert shown(hedda) == [False] * 6


def test_she_cannot_send_it_again(hedda: User, gerda: User, letter: Notice) -> None:
    for check in (execution.check, execution.preview):
        more = () if check is execution.check else (CommandInput("asked"),)
        check(gerda, "send_again", str(letter.pk), *more)
        with pytest.raises(Refused, match="unknown_letter"):
            check(hedda, "send_again", str(letter.pk), *more)


def test_the_log_keeps_the_answer_from_her(hedda: User, gerda: User, report: Report) -> None:
    entry = ModerationEntry.objects.get(command="close_report")
    for reader, told in ((gerda, True), (hedda, False)):
        listed = page(reader, "accounts_moderationentry_changelist")
        alone = page(reader, "accounts_moderationentry_change", entry.pk)
        assert f"report:{report.pk}" in listed
        assert f"report:{report.pk}" in alone
        assert [WORDS in listed, WORDS in alone] == [told, told]
