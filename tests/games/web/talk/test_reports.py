"""Reporting: the form, its limits, the queue, and the answer that comes back."""

import pytest
from django.urls import reverse

from accounts.models import ModerationEntry, Notice
from games.models import Report
from games.services.talk import reports
from tests.accounts.making import member, staff
from tests.games.making import running
from tests.games.services.moderation.setting import players
from tests.games.web.driving import browser
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_a_report_from_a_table_is_answered_by_letter() -> None:
    users = players()
    game = running(users)
    client, panel = browser(users[0]), browser(staff("Hedda", "helper"))
    page = reverse("reports") + f"?game={game.code}"
    assert page in client.get(f"/g/{game.code}/").content.decode()
    sent = client.post(page, {"kind": "stuck", "text": "Nothing happens."}, follow=True)
    assert "Nothing happens." in sent.content.decode()
    report = Report.objects.get()
    assert (report.reporter, report.game) == (users[0], game)

    there = reverse("admin:report", args=[report.pk])
    assert there in panel.get(reverse("admin:index")).content.decode()
    assert there in panel.get(reverse("admin:reports")).content.decode()
    assert "Nothing happens." in panel.get(there).content.decode()
    panel.post(there, {"take": "1"})
    panel.post(there, {"outcome": "acted", "answer": "It goes on now."})
    report.refresh_from_db()
    assert (report.outcome, not_none(report.assigned_to).name) == ("acted", "Hedda")
    assert Notice.objects.filter(kind="report_answered", recipient=users[0]).exists()
    assert "It goes on now." in client.get(reverse("reports")).content.decode()
    done = list(ModerationEntry.objects.order_by("number").values_list("command", flat=True))
    assert done == ["read_report", "take_up_report", "close_report"]


@pytest.mark.parametrize("about", ["person=Joost", "game=nowhere", "game=nowhere&message=1"])
def test_what_was_typed_stays_if_whom_it_is_about_is_not_found_any_more(about: str) -> None:
    client, page = browser(member()), reverse("reports")
    refused = client.post(f"{page}?{about}", {"kind": "conduct", "text": "Joost is rude."})
    assert refused.status_code == 404
    text = refused.content.decode()
    assert "Joost is rude.</textarea>" in text
    assert "Nothing was sent, and your text is still here." in text
    assert f'method="post" action="{page}"' in text
    assert not Report.objects.exists()


def test_nobody_answers_a_report_about_herself_or_her_own_table() -> None:
    hedda = staff("Hedda", "chief")
    users = players()
    game = running([*users[:2], hedda])
    about_game = reports.make(users[0], "unfair", "Odd.", game=game, person=None)
    about_her = reports.make(users[1], "act", "Odd.", game=None, person=hedda)
    client = browser(hedda)
    for report, code in ((about_game, "own_game"), (about_her, "own_person")):
        there = reverse("admin:report", args=[report.pk])
        for answer in (
            client.get(there),
            client.post(there, {"outcome": "nothing", "answer": "N"}),
        ):
            assert answer.status_code == 403
            assert "Odd." not in answer.content.decode(), "Nor who wrote it."
            assert not_none(ModerationEntry.objects.order_by("-number").first()).facts == {
                "why": code
            }
    for queue in (reverse("admin:index"), reverse("admin:reports")):
        text = client.get(queue).content.decode()
        assert reverse("admin:report", args=[about_her.pk]) not in text
        assert "2 more are about you" in text
    assert not Report.objects.exclude(closed_at=None).exists()


def test_who_answers_what_somebody_else_has_answered_still_has_their_text() -> None:
    report = reports.make(member("Wim"), "other", "Hello?", game=None, person=None)
    reports.close(staff("Gerda"), report.pk, "acted", "Done.")
    there = reverse("admin:report", args=[report.pk])
    given = {"outcome": "nothing", "answer": "A long answer."}
    page = browser(staff("Hedda")).post(there, given)
    assert page.status_code == 409
    assert "A long answer." in page.content.decode()
    assert "Done." in page.content.decode()


def test_an_empty_report_and_too_many_unanswered_ones_are_refused() -> None:
    client = browser(member("Wim"))
    assert client.post(reverse("reports"), {"kind": "other", "text": " "}).status_code == 400
    for number in range(reports.MAX_OPEN):
        assert client.post(reverse("reports"), {"kind": "other", "text": number}).status_code == 302
    assert client.post(reverse("reports"), {"kind": "other", "text": "x"}).status_code == 409
    assert Report.objects.count() == reports.MAX_OPEN
    reports.close(staff(), Report.objects.latest("pk").pk, "acted", "Done.")
    assert client.post(reverse("reports"), {"kind": "other", "text": "x"}).status_code == 302


def test_a_table_that_one_may_not_see_cannot_be_named() -> None:
    game = running(players(), visibility="link")
    answer = browser(member("Wim")).get(reverse("reports"), {"game": game.code})

    assert answer.status_code == 404


@pytest.mark.parametrize("query", ["game=%00", "person=%00a", "person=a%1Fb"])
def test_nobody_and_nothing_that_can_be_named_so_is_reported(query: str) -> None:
    assert browser(member("Marit")).get(f"/report/?{query}").status_code == 404


@pytest.mark.parametrize("number", ["\u00b2", "%00", "-1", "9" * 30])
def test_a_message_of_no_number_is_none(number: str) -> None:
    users = players()
    game, reader = running(users), browser(users[0])
    for way in (
        f"/report/?game={game.code}&message={number}",
        f"/g/{game.code}/chat/?before={number}",
    ):
        assert reader.get(way).status_code == 200, way
