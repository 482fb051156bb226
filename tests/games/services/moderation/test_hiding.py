"""A message is reported, read with those around it, hidden, and shown again; a mute stops talk."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import ModerationEntry, Notice, User
from accounts.notifications import delivery
from games import selectors
from games.models import Game, Message, Report
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import chat, reports
from tests.accounts.making import member, staff
from tests.games.making import fresh, running
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason": "conduct", "text": "Not here."}


@pytest.fixture
def users() -> list[User]:
    return [member(name) for name in ("Marit", "Joost", "Aoife")]


@pytest.fixture
def game(users: list[User]) -> Game:
    game = running(users)
    for user, words in zip(users, ("Hello.", "You fool!", "Please."), strict=True):
        chat.say(user, game.code, words)
    return fresh(game)


def heard(game: Game, user: User) -> list[str]:
    return [text.text for text in reversed(selectors.talk.chat.talk_of(fresh(game), user))]


def test_it_is_hidden_from_all_and_shown_again(game: Game, users: list[User]) -> None:
    moderator = staff("Hedda", "moderator")
    effect = execution.preview(moderator, "hide", game.code, CommandInput(message=2, **WHY))
    assert (effect.before["hidden"], effect.after["hidden"], effect.undoable) == ([], [2], True)
    assert heard(game, users[1])[1] == "You fool!"

    done = execution.carry_out(moderator, "hide", game.code, CommandInput(message=2, **WHY))
    assert [heard(game, user) for user in users] == [["Hello.", "", "Please."]] * 3
    assert done.entry.facts == {"message": 2}
    assert Notice.objects.filter(kind="moderated", recipient=users[1], channel="mail").exists()
    with pytest.raises(Refused):
        execution.carry_out(moderator, "hide", game.code, CommandInput(message=2, **WHY))

    execution.undo(moderator, done.entry.number, CommandInput(reason="asked"))
    assert heard(game, users[0])[1] == "You fool!"


@pytest.mark.parametrize(("role", "code"), [("helper", "not_allowed"), ("moderator", "own_game")])
def test_not_everybody_may(game: Game, users: list[User], role: str, code: str) -> None:
    actor = staff("Hedda", role)
    if code == "own_game":
        game.seats.filter(index=2).update(user=actor)
    with pytest.raises(Refused) as refusal:
        execution.carry_out(actor, "hide", game.code, CommandInput(message=2, **WHY))
    assert refusal.value.code == code
    assert not Message.objects.exclude(hidden_at=None).exists()


def test_who_is_muted_says_nothing_until_it_is_undone(game: Game, users: list[User]) -> None:
    chief = staff("Hedda", "chief")
    done = execution.carry_out(chief, "mute", str(users[1].pk), CommandInput(days=3, **WHY))
    with pytest.raises(Refused) as refusal:
        chat.say(User.objects.get(pk=users[1].pk), game.code, "You too!")
    assert refusal.value.code == "muted"
    execution.undo(chief, done.entry.number, CommandInput(reason="asked"))
    chat.say(User.objects.get(pk=users[1].pk), game.code, "Sorry.")


def test_a_message_is_reported_and_read_with_those_around_it(game: Game, users: list[User]) -> None:
    way = f"/report/?game={game.code}&message=2"
    client = browser(users[2])
    assert "About what Joost said" in page(client, way)
    assert client.post(way, {"kind": "conduct", "text": "He insults."}).status_code == 302
    report = Report.objects.get()
    assert (report.person, not_none(report.message).number) == (users[1], 2)
    assert browser(member("Wim")).get(way).status_code == 404

    text = page(_panel("Hedda"), f"/admin/reports/{report.pk}/")
    assert "You fool!" in text
    assert "Hello." in text
    assert f"/admin/do/hide/{game.code}/?message=2" in text
    entry = ModerationEntry.objects.get(command="read_chat")
    assert (entry.about, entry.facts["message"]) == (f"game:{game.code}", 2)


def _panel(name: str) -> Client:
    return browser(staff(name, "moderator"))


def test_a_report_of_a_game_alone_shows_no_talk(game: Game, users: list[User]) -> None:
    report = reports.make(users[2], "stuck", "Nothing happens.", game=game, person=None)
    assert "Hello." not in page(_panel("Hedda"), f"/admin/reports/{report.pk}/")
    assert not ModerationEntry.objects.filter(command="read_chat").exists()


def test_who_wrote_it_and_left_is_told_as_well(
    game: Game, users: list[User], mailoutbox: list[object]
) -> None:
    game.seats.filter(index=1).update(user=member("Wim"))
    Notice.objects.all().delete()
    execution.carry_out(
        staff("Hedda", "moderator"), "hide", game.code, CommandInput(message=2, **WHY)
    )
    kinds = Notice.objects.filter(channel="mail").values_list("recipient__name", "kind")
    assert dict(kinds) == {
        "Marit": "moderated", "Wim": "moderated", "Aoife": "moderated", "Joost": "from_staff",
    }  # fmt: skip
    delivery.deliver()
    told = next(
        " ".join(str(mail.body).split())  # type: ignore[attr-defined]
        for mail in mailoutbox
        if "joost@example.org" in str(mail.to)  # type: ignore[attr-defined]
    )
    assert f"At the table “{game.name}”: Message 2 in the table’s chat" in told
    assert "Not here." in told
