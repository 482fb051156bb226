"""A report in the panel: its answer, and who takes it on."""

import pytest
from django.urls import reverse

from accounts.models import ModerationEntry, User
from games.admin import index_page
from games.admin import reports as queue
from games.models import Report
from games.services.talk import chat, reports
from tests.accounts.making import member
from tests.games.admin.test_commands import looked_at, signed_in
from tests.games.services.moderation.setting import table

pytestmark = pytest.mark.django_db


def made() -> Report:
    return reports.make(member("Wim"), "stuck", "Nothing happens.", game=None, person=None)


def lines(count: int, length: int) -> tuple[str, str]:
    """Text of that many lines and characters as somebody sees it, and as a browser sends it."""
    width = length // count
    seen = "\n".join(["x" * (width - 1)] * (count - 1) + ["x" * width])
    return seen, seen.replace("\n", "\r\n")


def test_an_answer_of_many_lines_may_be_as_long_as_its_field_lets_it() -> None:
    report, (seen, sent) = made(), lines(20, 2000)
    page = reverse("admin:report", args=[report.pk])
    answer = signed_in("helper").post(page, {"outcome": "acted", "answer": sent})

    assert answer.status_code == 302
    report.refresh_from_db()
    assert report.answer == seen


def test_so_may_what_a_moderator_says_about_a_command() -> None:
    wim, client, (seen, sent) = member("Wim"), signed_in(), lines(20, 1000)
    page = reverse("admin:act", args=["warn", wim.pk])
    form = {"reason": "conduct", "text": sent}
    answer = client.post(page, {**form, **looked_at(client.post(page, form))})

    assert answer.status_code == 302
    assert ModerationEntry.objects.get(command="warn").text == seen


def test_taking_it_twice_is_one_entry_of_the_log() -> None:
    report, client = made(), signed_in("helper")
    page = reverse("admin:report", args=[report.pk])
    assert '"take"' in client.get(page).content.decode()
    for _press in range(2):
        client.post(page, {"take": "1"})

    assert ModerationEntry.objects.filter(command="take_up_report").count() == 1
    assert '"take"' not in client.get(page).content.decode()


def test_taking_it_keeps_the_answer_that_is_being_written() -> None:
    report, client = made(), signed_in("helper")
    page = reverse("admin:report", args=[report.pk])
    taken = client.post(page, {"take": "1", "outcome": "answered", "answer": "Dear Wim,"})
    text = taken.content.decode()

    assert Report.objects.get(assigned_to__name="Hedda") == report
    assert "Dear Wim,</textarea>" in text
    assert '<option value="answered" selected>' in text
    assert text.count("<form") == client.get(page).content.decode().count("<form")


def test_who_may_not_hide_a_message_is_not_offered_to() -> None:
    (marit, joost, _aoife), game = table()
    message = chat.say(joost, game.code, "You are a fool, Marit.")
    report = reports.make(marit, "conduct", "That hurts.", game=game, person=None, message=message)
    page = reverse("admin:report", args=[report.pk])
    hide = reverse("admin:act", args=["hide", game.code])

    for role, name, offered in (("helper", "Hanna", False), ("moderator", "Moos", True)):
        text = signed_in(role, name).get(page).content.decode()
        assert "You are a fool, Marit." in text
        assert (hide in text) is offered, role


def test_reports_beyond_the_first_page_are_found_on_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue, "PAGE_SIZE", 2)
    monkeypatch.setattr(index_page, "MAX_ROWS", 2)
    all_of_them, client = [made(), *more(2)], signed_in("helper")

    def shown(where: str) -> list[bool]:
        text = client.get(where).content.decode()
        return [reverse("admin:report", args=[each.pk]) in text for each in all_of_them]

    address = reverse("admin:reports")
    assert shown(address) == [True, True, False]
    later = f"?after={all_of_them[1].pk}"
    assert later in client.get(address).content.decode()
    assert shown(address + later) == [False, False, True]
    assert later not in client.get(address + later).content.decode()
    assert "The oldest 2 are shown" in client.get(reverse("admin:index")).content.decode()
    assert shown(f"{address}?after=x") == [True, True, False]


def more(count: int) -> list[Report]:
    wim = User.objects.get(name="Wim")
    return [
        reports.make(wim, "other", "And then?", game=None, person=None) for _report in range(count)
    ]
