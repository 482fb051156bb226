"""Whoever is concerned by a command gets one letter about it, which says what and why."""

from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import Choice, ModerationEntry, Notice, Suppression, User
from accounts.notifications import bounces, delivery, stop_by_mail, unsubscribe
from accounts.notifications.kinds import KINDS, Gathers, Kind
from accounts.people import own_bots
from accounts.staff.audit_log import about_person
from games.mail import reasons
from games.mail.letter_view import view_of
from games.models import Game
from games.refusals import Refused
from games.services.lobby import tables
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import member, plain_letter, staff, tell
from tests.games.making import fresh, user_at
from tests.games.services.moderation.setting import GIVEN, game_with_a_miss, prepared, sent_letter
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
WORDS = "Joost is in hospital."
LETTERS = {
    "pause": {"Marit": "moderated", "Joost": "moderated", "Aoife": "moderated"},
    "resume": {"Marit": "moderated", "Joost": "moderated", "Aoife": "moderated"},
    "cancel": {"Marit": "moderated", "Joost": "moderated", "Aoife": "moderated"},
    "bot": {"Marit": "moderated", "Joost": "seat_offered", "Aoife": "moderated"},
    "end": {"Marit": "moderated", "Joost": "moderated", "Aoife": "moderated"},
    "replace": {
        "Marit": "moderated", "Joost": "seat_taken", "Aoife": "moderated", "Wim": "briefing",
    },
}  # fmt: skip


def told(slug: str) -> tuple[Game, execution.Done]:
    game, wim = game_with_a_miss(), member("Wim")
    prepared(slug, wim, game)
    Notice.objects.all().delete()
    given = GIVEN[slug]
    with_words = CommandInput(given.reason, WORDS, seat=given.seat, person=given.person)
    return game, execution.carry_out(staff("Hedda", "chief"), slug, game.code, with_words)


@pytest.mark.parametrize("slug", LETTERS)
def test_everybody_gets_one_letter(slug: str) -> None:
    _game, done = told(slug)
    letters = Notice.objects.filter(channel="mail").exclude(kind="reminder")

    assert dict(letters.values_list("recipient__name", "kind")) == LETTERS[slug]
    assert letters.count() == len(LETTERS[slug])
    shown = [(kind, name) for kind, name in done.effect.letters if kind != "reminder"]
    assert sorted(shown) == sorted((kind, name) for name, kind in LETTERS[slug].items())


@pytest.mark.parametrize("channels", [("mail",), ("mail", "site")])
@pytest.mark.parametrize(
    ("slug", "name", "unwanted", "kind"),
    [
        ("bot", "Joost", "seat_offered", "moderated"),
        ("replace", "Joost", "seat_taken", "from_staff"),
        ("replace", "Wim", "briefing", "moderated"),
    ],
)
def test_nobody_hears_nothing_because_they_want_no_such_news(
    mailoutbox: list[EmailMessage],
    slug: str,
    name: str,
    unwanted: str,
    kind: str,
    channels: tuple[str, ...],
) -> None:
    game, wim = game_with_a_miss(), member("Wim")
    them = wim if name == "Wim" else user_at(game, 1)
    for channel in channels:
        Choice.objects.create(user=them, kind=unwanted, channel=channel, wanted=False)
    given = CommandInput("absent", WORDS, seat=1, person="Wim")
    Notice.objects.all().delete()
    done = execution.carry_out(staff("Hedda", "chief"), slug, game.code, given)

    letters = Notice.objects.filter(recipient=them, channel="mail")
    assert [letter.kind for letter in letters.exclude(kind="reminder")] == [kind]
    assert (kind, name) in done.effect.letters
    assert ((unwanted, name) in done.effect.letters) is (channels == ("mail",))
    Notice.objects.exclude(pk__in=letters).delete()
    delivery.deliver()
    assert any(WORDS in str(mail.body) for mail in mailoutbox)


@pytest.mark.parametrize("slug", LETTERS)
def test_each_of_them_says_why(slug: str, mailoutbox: list[EmailMessage]) -> None:
    told(slug)
    Notice.objects.filter(kind="reminder").delete()
    delivery.deliver()

    bodies = [str(mail.body) for mail in mailoutbox]
    assert len(bodies) == len(LETTERS[slug])
    for body in bodies:
        assert WORDS in body
        assert "Why: " in body


def test_after_a_single_miss_no_letter_speaks_of_several(mailoutbox: list[EmailMessage]) -> None:
    game, joost = game_with_a_miss(), 1
    game.seats.filter(index=joost).update(misses_in_row=1)
    Notice.objects.all().delete()
    execution.carry_out(
        staff("Hedda", "chief"), "bot", game.code, CommandInput("asked", seat=joost)
    )
    Notice.objects.filter(kind="moderated").delete()
    delivery.deliver()
    (mail,) = mailoutbox
    assert "A moderator has given your seat to a bot" in str(mail.body)


def test_a_notice_on_the_site_is_not_sent_again_as_an_e_mail() -> None:
    notice = sent_letter(game_with_a_miss())
    Notice.objects.filter(pk=notice.pk).update(channel="site")
    with pytest.raises(Refused, match="unknown_letter"):
        execution.carry_out(
            staff("Hedda", "chief"), "send_again", str(notice.pk), CommandInput("asked")
        )


def test_what_a_letter_said_to_stop_it_works_after_it_was_sent_again_twice() -> None:
    notice = Notice.objects.create(address="new@example.org", kind="invitation", event="x:1")
    link, path = unsubscribe.address(notice), bounces.return_path(notice)
    mailto, marks = stop_by_mail.address_of(notice), {notice.message_id}
    for name in ("Hedda", "Hanne"):
        Notice.objects.filter(pk=notice.pk).update(state="sent")
        again = CommandInput("asked")
        execution.carry_out(staff(name, "chief"), "send_again", str(notice.pk), again)
        marks.add(Notice.objects.get(pk=notice.pk).message_id)
    assert len(marks) == 3
    assert bounces.notice_of(path) == notice
    assert stop_by_mail.Stops().knows(mailto)
    assert Client().post(link).status_code == 200
    assert Suppression.objects.filter(address="new@example.org").exists()


@pytest.mark.parametrize("state", ["sent", "failed"])
def test_a_combined_letter_is_sent_again_with_its_parts_and_a_part_by_itself(
    mailoutbox: list[EmailMessage], gathered: list[Notice], state: str
) -> None:
    Notice.objects.update(state=state)
    for again in (not_none(gathered[0].digest), gathered[0]):
        execution.carry_out(
            staff("Hedda" + again.kind, "chief"), "send_again", str(again.pk), CommandInput("asked")
        )
        assert delivery.deliver() == 1
    first, whole, part = (str(mail.subject) for mail in mailoutbox)
    assert first == whole == "2 hands wait for you"
    assert part == f"About {gathered[0].pk}"


@pytest.fixture
def gathered() -> Iterator[list[Notice]]:
    """Two parts of a combined letter that has left."""
    KINDS["asks"] = Kind("asks", "asks", plain_letter, gathers=Gathers.HANDS, ways=("mail",))
    tell(member(), 2, kind="asks")
    delivery.deliver()
    yield list(Notice.objects.filter(kind="asks").order_by("id"))
    del KINDS["asks"]


def test_an_end_is_told_with_its_result_and_by_other_ways_as_ever(
    mailoutbox: list[EmailMessage],
) -> None:
    told("end")
    views = [view_of(letter) for letter in Notice.objects.filter(kind="moderated")]
    results = {
        each.wording.result(not_none(each.game.outcome), each.seating) for each in views if each
    }
    delivery.deliver()
    assert len(mailoutbox) == 3
    for mail in mailoutbox:
        words = " ".join(str(mail.body).split())
        assert "The game was ended as it stands." in words
        assert any(result in words for result in results), (words, results)
    assert Notice.objects.filter(kind="game_over", channel="site", shown=True).count() == 3


def test_letters_name_people_and_no_seats(mailoutbox: list[EmailMessage]) -> None:
    game, _done = told("replace")
    delivery.deliver()

    to_marit = next(
        " ".join(str(mail.body).split())
        for mail in mailoutbox
        if "marit@example.org" in str(mail.to)
    )
    assert "Wim has the seat of Joost from now on" in to_marit
    assert "You have until" in to_marit
    assert user_at(fresh(game), 1).name == "Wim"


def test_who_sat_at_a_table_that_is_closed_is_led_to_others(mailoutbox: list[EmailMessage]) -> None:
    marit = member("Marit")
    table = tables.make_table(marit, tables.TableSettings(name="Texel", seats=3))
    given = CommandInput(GIVEN["cancel"].reason, WORDS)
    execution.carry_out(staff("Hedda", "chief"), "cancel", table.code, given)
    delivery.deliver()

    (text,) = [" ".join(str(mail.body).split()) for mail in mailoutbox]
    assert "A moderator has closed this table before the game began." in text
    assert WORDS in text
    assert "See open tables: http://testserver/games/" in text
    assert f"/g/{table.code}/" not in text


@pytest.mark.parametrize("slug", ["warn", "mute", "suspend"])
def test_what_concerns_a_bot_is_told_to_whoever_wrote_it(
    mailoutbox: list[EmailMessage], slug: str
) -> None:
    owner = member("Wim")
    bot = own_bots.make(owner, "Kraken")[0].user
    given = CommandInput("conduct", "It floods the chat.", days=3)
    effect = execution.carry_out(staff("Hedda", "chief"), slug, str(bot.pk), given).effect
    delivery.deliver()

    assert effect.letters == [("from_staff", "Wim")]
    (text,) = [" ".join(str(mail.body).split()) for mail in mailoutbox]
    assert f"About “{bot.name}”: {reasons.describe(entry_about(bot))}" in text
    assert "It floods the chat." in text


def entry_about(person: User) -> ModerationEntry:
    return ModerationEntry.objects.get(about=about_person(person.pk))


def test_a_preview_says_what_becomes_of_the_letter() -> None:
    notice = sent_letter(game_with_a_miss())
    done = execution.carry_out(
        staff("Hedda", "chief"), "send_again", str(notice.pk), CommandInput("asked")
    )
    assert (done.effect.before, done.effect.after) == ({"letter": "sent"}, {"letter": "queued"})


def test_a_bots_own_seat_is_given_to_no_bot() -> None:
    marit = member()
    game = tables.make_table(marit, tables.TableSettings(name="Texel", seats=3))
    tables.start(marit, game.code, fill_with_bots=True)
    with pytest.raises(Refused, match="no_seat"):
        execution.carry_out(staff(), "bot", game.code, CommandInput("asked", seat=1))
