"""Erasing somebody leaves to others what is theirs: their words, addresses and acts."""

from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.email import unasked_letters
from accounts.models import ModerationEntry, Remark, Suppression, User
from accounts.notifications import bounces
from accounts.people import vacations
from accounts.people.new_accounts import make_guest
from accounts.staff import audit_log
from accounts.text.bidi_isolation import isolated
from games.admin.timeline import act_row
from games.api.people import my_data
from games.models import Game, PastClocks, Report, SeatClock
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from games.services.people import vacations as away
from games.services.results import packing
from tests.accounts.making import member, staff
from tests.database_dump import found
from tests.games.fast_forward import fast_forward
from tests.games.making import people, running, table_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_the_log_says_of_who_erased_themselves_that_it_was_they() -> None:
    name = erasure.forget(member())
    entry = ModerationEntry.objects.get()
    assert act_row(entry)["what"].startswith(f"{isolated(name)}: ")
    assert audit_log.verify().fault == ""


def test_no_words_about_their_erasure_are_kept() -> None:
    hedda, wim = staff("Hedda"), member("Wim")
    form = reverse("admin:act", args=["forget", wim.pk])
    client = Client()
    client.force_login(hedda)
    page = client.get(form).content.decode()
    assert 'name="text"' not in page
    assert 'value="other"' not in page
    assert 'value="asked"' in page

    asked = CommandInput("asked", "Wim asked for it from wim@example.org.")
    token = execution.preview(hedda, "forget", str(wim.pk), asked).token
    done = execution.carry_out(hedda, "forget", str(wim.pk), asked, token)
    assert done.entry.text == ""
    assert not Remark.objects.exists()
    assert audit_log.verify().fault == ""


def test_a_short_name_is_taken_out_of_no_other_word() -> None:
    users = people(3)
    User.objects.filter(pk=users[0].pk).update(name="Al")
    game = running(users, name="Galaxy")
    text = "Joost always calls; Al was slow."
    report = Report.objects.create(game=game, reporter=users[1], kind="other", text=text)
    for remark in ("He always quits.", "Al quits."):
        audit_log.append(None, "pause", audit_log.about_game(game.code), text=remark)
    erasure.forget(User.objects.get(name="Al"))
    report.refresh_from_db()
    former = User.objects.get(pk=users[0].pk).name
    assert report.text == f"Joost always calls; {former} was slow."
    remarks = ModerationEntry.objects.filter(command="pause").order_by("number")
    assert [each.text for each in remarks] == ["He always quits.", ""]


@pytest.mark.parametrize(("name", "kept"), [("Galaxy", True), ("Al and Joost", False)])
def test_a_table_keeps_a_name_that_only_has_these_letters(name: str, kept: bool) -> None:
    users = people(3)
    User.objects.filter(pk=users[1].pk).update(name="Al")
    game = running(users, name=name)
    erasure.forget(User.objects.get(name="Al"))
    assert (Game.objects.get(pk=game.pk).name == name) is kept


@pytest.mark.parametrize("reason", [unasked_letters.ASKED, bounces.BOUNCED])
def test_never_write_to_me_again_holds_for_whoever_deletes_the_account(
    client: Client, reason: str
) -> None:
    marit = member()
    Suppression.objects.create(address=not_none(marit.email), reason=reason)
    erasure.forget(marit)
    assert unasked_letters.is_refused("marit@example.org") is (reason == unasked_letters.ASKED)
    assert Suppression.objects.exists() is (reason == unasked_letters.ASKED)
    told = "Your address stays only if you asked us never to write to it again, for that alone."
    assert told in my_data.remains()
    assert told in client.get("/privacy/").content.decode()
    client.force_login(member("Joost"), "django.contrib.auth.backends.ModelBackend")
    assert told in client.get(reverse("data")).content.decode()


def test_an_address_that_was_never_confirmed_is_still_somebody_elses() -> None:
    guest, other = make_guest(), "other@example.org"
    EmailAddress.objects.create(user=guest, email=other, verified=False)
    Suppression.objects.create(address=other, reason=unasked_letters.ASKED)
    for number in range(unasked_letters.MAX_LETTERS):
        assert unasked_letters.admit(other, str(number))
    erasure.forget(guest)
    assert unasked_letters.is_refused(other)
    assert not unasked_letters.admit(other, "one more")
    assert not EmailAddress.objects.exists()


def test_words_for_a_deck_that_was_never_dealt_go_as_well() -> None:
    marit, joost = people(2)
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3, entropy="Marit of Texel"))
    tables.join(joost, game.code, entropy="Joost, 1971")
    execution.carry_out(staff("Hedda"), "cancel", game.code, CommandInput("asked"))
    erasure.forget(joost)
    assert not found("Joost, 1971")
    assert found("Marit of Texel"), "hers"
    assert Game.objects.get(pk=game.pk).sealed_seed is None


def test_addresses_of_people_without_an_account_whom_they_invited_go_as_well() -> None:
    marit, joost = people(2)
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    tables.join(joost, game.code)
    invitations.invite(joost, game.code, "stranger@elsewhere.example")
    assert found("stranger@elsewhere.example")
    erasure.forget(joost)
    assert not found("stranger@elsewhere.example")


def test_what_they_signed_as_a_moderator_goes_and_what_they_did_not_stays() -> None:
    marit = member()
    for text in ("Mind your words. Yours, Marit", "Mind your words."):
        audit_log.append(marit, "warn", "person:9000", text=text)
    erasure.forget(marit)
    warnings = ModerationEntry.objects.filter(command="warn").order_by("number")
    assert [each.text for each in warnings] == ["", "Mind your words."]
    assert audit_log.verify().fault == ""


def test_a_name_that_they_had_when_a_game_started_goes_as_well() -> None:
    users = people(3)
    game = running(users, name="Marit and Joost")
    text = "Marit is slow."
    report = Report.objects.create(game=game, reporter=users[1], kind="other", text=text)
    audit_log.append(None, "pause", audit_log.about_game(game.code), text=text)
    marit = users[0]
    marit.name = "Zelda"
    marit.save()
    erasure.forget(marit)
    report.refresh_from_db()
    assert report.text == f"{User.objects.get(pk=marit.pk).name} is slow."
    assert not found("Marit")
    assert ModerationEntry.objects.get(command="pause").text == ""


def test_hours_and_days_off_go_from_the_clocks_of_games_that_go_on() -> None:
    users = people(3)
    marit = users[0]
    marit.zone, marit.quiet_from, marit.quiet_to = "Pacific/Chatham", time(3, 14), time(4, 15)
    marit.save()
    off = vacations.today(marit) + timedelta(days=20)
    away.book(marit, off, off)
    games = [fast_forward(running(users), 3), fast_forward(running(users), 3)]
    packing.pack(games[1], games[1].stages.get(number=1))
    hers = ("Pacific/Chatham", "03:14", off.isoformat())
    kept = {"games_pastclocks", "games_seatclock"}
    assert all(kept <= {each.partition(".")[0] for each in found(it)} for it in hers)
    clocks = SeatClock.objects.filter(user=marit, hand__state="resolved").order_by("pk")
    before = list(clocks.values_list("pk", "deadline"))
    numbers = [len(past.whole) for past in PastClocks.objects.filter(user=marit)]
    erasure.forget(marit)
    assert not found(*hers)
    assert list(clocks.values_list("pk", "deadline")) == before
    assert [len(past.whole) for past in PastClocks.objects.filter(user=marit)] == numbers
    packing.unpack(games[1])
    assert {clock.rule["zone"] for clock in clocks} == {"UTC"}


@pytest.mark.parametrize(("language", "said"), [("de", "Ex-Mitglied"), ("nl", "Oud-speler")])
def test_their_name_is_read_in_the_reader_s_language_and_stays_the_same(
    language: str, said: str
) -> None:
    users, game = table_of(3)
    name = erasure.forget(users[2])
    assert name.startswith("Former player ")
    number = name.rpartition(" ")[2]
    asked = {"Accept-Language": language}
    shown = Client().get(f"/g/{game.code}/", headers=asked).content.decode()
    assert f"{said} {number}" in shown
    assert "Former player" not in shown
    told = Client().get(f"/api/v1/games/{game.code}", headers=asked).json()
    assert name in [seat["name"] for seat in told["seats"]]
