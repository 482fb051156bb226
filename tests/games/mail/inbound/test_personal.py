"""One's own address: the whole club from the inbox, about no letter."""

from datetime import time

import pytest
from django.utils import translation

from accounts.models import User
from accounts.notifications import eligibility
from accounts.notifications.kinds import Letter
from games.mail import command_words, mail_table, own_settings
from games.mail.inbound import commands, confirmation, new_table, process, settings_command
from games.models import Game, InboundMail, Note
from games.services.hands import clocks
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.mail import reply_addresses
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import a_reply, newest, stored
from tests.games.mail.reading import letter, started, words
from tests.games.making import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def marit() -> User:
    return member("Marit", zone="Europe/Amsterdam")


def address_of(user: User) -> str:
    return reply_addresses.address_of(reply_addresses.addresses_of_people([user.pk])[user.pk])


def write(user: User, body: str, **headers: str) -> InboundMail:
    stored(address_of(user), a_reply(user, body, **headers))
    process.read_all()
    return newest()


def answer_to(user: User) -> Letter:
    found = letter(user, "mail_table")
    assert found is not None
    return found


def test_it_is_the_same_until_its_person_takes_it_back(marit: User) -> None:
    first = address_of(marit)
    assert address_of(marit) == first
    reply_addresses.revoke(marit)
    assert address_of(marit) != first
    stored(first, a_reply(marit, "open turn-the-tide"))
    process.read_all()
    assert not Game.objects.exists()


def test_a_table_is_opened_and_begins_with_whom_one_invites(marit: User) -> None:
    joost = member("Joost")
    write(marit, "Hi,\n\nopen Turn the Tide 48h, 4 players with 1 bot, private")
    game = Game.objects.get()
    assert (game.maker, game.hours, game.seat_count, game.visibility) == (marit, 48, 4, "link")
    text = answer_to(marit)
    assert "48 hours for each hand" in text.text
    short = game.code[:4]
    write(marit, f"{short}: invite {joost.email}")
    tables.join(joost, game.code)
    asked = write(marit, f"{short}: start")
    assert (asked.state, fresh(game).state) == ("held", Game.State.OPEN)
    write(marit, "confirm")
    assert fresh(game).state == Game.State.RUNNING


def test_the_letter_about_a_new_table_is_answered_about_it(marit: User) -> None:
    write(marit, "open rowboat")
    game = Game.objects.get()
    pair = (marit.pk, game.pk)
    about = reply_addresses.address_of(reply_addresses.addresses_of_tables([pair])[pair])
    assert answer_to(marit).headers["Reply-To"] == about


def test_two_games_with_the_same_letters_are_not_chosen_between(marit: User) -> None:
    for code in ("abcd2222aaaa", "abcd3333aaaa"):
        game = tables.make_table(marit, TableSettings(name="Texel"))
        Game.objects.filter(pk=game.pk).update(code=code)
    write(marit, "abcd: say hello")
    assert "At which table?" not in answer_to(marit).text
    assert not Note.objects.exists()
    write(marit, "say hello")
    assert "At which table?" in answer_to(marit).text


def test_nobody_reaches_a_table_of_others(marit: User) -> None:
    game = tables.make_table(member("Joost"), TableSettings(name="Texel", visibility="link"))
    write(marit, f"{game.code}: join Texel")
    assert not game.seats.filter(user=marit).exists()
    write(marit, f"{game.code}: say hello")
    write(marit, f"{game.code}: note hello")
    assert not Note.objects.exists()
    assert not game.messages.exists()


@pytest.mark.parametrize("body", ["open rowboat", "settings name Eve", "vacation 3 days"])
def test_what_comes_from_elsewhere_is_held_and_confirmed_on_a_page(marit: User, body: str) -> None:
    mail = write(marit, body, sender="marit@elsewhere.example")
    assert mail.state == "held"
    assert not Game.objects.exists()
    assert not clocks.running_clocks(marit)
    marit.refresh_from_db()
    assert marit.name == "Marit"
    assert letter(marit, "mail_held") is not None
    result = confirmation.confirm(mail.pk)
    assert result is not None
    assert result.outcome in ("done", "shown", "vacation")


def test_what_is_held_says_which_lines_it_leaves(marit: User) -> None:
    write(marit, "vacation 3 days\nsettings name Eve", sender="marit@elsewhere.example")
    assert "We did nothing about “settings name Eve”" in words(letter(marit, "mail_held"))


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("settings daily 7", "digest_hour", 7),
        ("settings letters at once", "digest", "at_once"),
        ("Einstellungen Sprache Deutsch", "language", "de"),
        ("instellingen taal Nederlands", "language", "nl"),
        ("settings zone Berlin", "zone", "Europe/Berlin"),
        ("settings quiet 22:00-07:00", "quiet_from", time(22)),
        ("settings quiet 18:00-24:00", "quiet_to", time(0)),
        ("settings reminder 3 hours", "remind_hours", 3),
        ("settings strict on", "strict_mail", True),
        ("settings name Maritje", "name", "Maritje"),
    ],
)
def test_a_setting_is_changed(marit: User, line: str, field: str, value: object) -> None:
    write(marit, line)
    marit.refresh_from_db()
    assert getattr(marit, field) == value
    assert answer_to(marit).text


def test_a_reminder_of_one_hour_is_told_in_the_singular(marit: User) -> None:
    write(marit, "settings reminder 1 hour")
    assert "now: a reminder 1 hour before" in " ".join(answer_to(marit).text.split())


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_receipts_are_switched_off_and_on(marit: User, language: str) -> None:
    lines = {
        "en": ("settings receipts off", "settings receipts on"),
        "de": ("Einstellungen Quittungen aus", "Einstellungen Bestätigungen an"),
        "nl": ("instellingen ontvangstbewijzen uit", "instellingen bevestigingen aan"),
    }
    for line, wanted in zip(lines[language], (False, True), strict=True):
        write(marit, line)
        assert eligibility.wishes(marit, "mail_receipt") is wanted


@pytest.mark.parametrize(
    "line",
    ["settings colour red", "settings daily 25", "settings zone Atlantis", "settings quiet 1-23",
     "settings quiet 22-30", "settings language xx", "settings reminder 999", "settings receipts 7",
     "settings name Tideweb staff"],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused(marit: User, line: str) -> None:
    before = User.objects.values().get(pk=marit.pk)
    write(marit, line)
    assert User.objects.values().get(pk=marit.pk) == before
    assert "We couldn’t read" in words(answer_to(marit))


def test_all_settings_are_told(marit: User) -> None:
    write(marit, "settings")
    text = answer_to(marit).text
    assert "Europe/Amsterdam" in text
    assert "“settings quiet 22:00-07:00”" in text


def test_help_tells_the_address_and_what_is_possible_without_a_table(marit: User) -> None:
    write(marit, "help")
    text = answer_to(marit)
    assert address_of(marit) in text.text
    assert "“open turn-the-tide 24h”" in text.text
    assert text.headers["Reply-To"] == address_of(marit)


def test_show_is_about_the_table_that_it_names(marit: User) -> None:
    game = started([marit, member("Joost"), member("Ute")])
    write(marit, f"{game.code[:4]}: show")
    assert "THE TABLE AS IT STANDS" in answer_to(marit).text
    write(marit, "show")
    assert "YOUR TABLES" in answer_to(marit).text
    assert "You can answer:" in answer_to(marit).text


def test_no_line_of_a_list_of_what_can_be_written_is_such_a_line() -> None:
    for fact in command_words.ways_of_a_person():
        command = commands.read(f"· {fact.label}: {fact.text}")
        assert command is not None
        assert command.kind is commands.MailCommand.ANSWER


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_each_line_that_a_letter_names_is_understood(marit: User, language: str) -> None:
    with translation.override(language):
        ways = [*command_words.ways_of_a_person(), *own_settings.ways(marit)]
        for state in Game.State.values:
            ways += command_words.ways(state)
    for line in (fact.label.strip("“”„‘’") for fact in ways):
        command = commands.read(line.removeprefix("k7mp: "))
        assert command is not None
        assert command.kind is not commands.MailCommand.ANSWER, line
        if command.kind is commands.MailCommand.SETTINGS and command.text:
            settings_command.change(marit, command.text)
        if command.kind is commands.MailCommand.OPEN:
            assert new_table.table_settings(command.text, "Texel").hours == 24


def test_cards_are_taken_by_no_address_that_is_about_no_hand(marit: User) -> None:
    write(marit, "44")
    assert "doesn’t ask for a card" in answer_to(marit).text


def test_every_outcome_has_its_words() -> None:
    for did in ("opened", "invited", "undone", "resumed", "which", "revoked", "plan", "pass"):
        assert did in mail_table.LINES
