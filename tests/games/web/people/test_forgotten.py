"""Somebody with a name, an address and words like no other plays by every door and is forgotten:
then a copy of the whole database must not tell that they were ever here."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import Bounce, ModerationEntry, Suppression, User
from accounts.security import api_keys
from accounts.staff.audit_log import verify as verify_log
from games import links
from games.models import Game, Report
from games.services.hands import plans
from games.services.lobby import rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from games.services.talk import chat, reports
from games.verification import Check, all_passed, verify
from tests.accounts.making import member, staff
from tests.database_dump import found
from tests.games.fast_forward import fast_forward
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.making import bid, fresh, running

pytestmark = pytest.mark.django_db

NAME, FORMER = "Zelda Quillfeather", "Quillona Marsh"
ADDRESS, OLD_ADDRESS = "quill@heronsgate.example", "marsh@heronsgate.example"
WORDS = "Mergansergasse"  # where she lives, by her own words
NEEDLES = (NAME, FORMER, ADDRESS, OLD_ADDRESS, WORDS, "quillfeather", "quillona", "heronsgate")


@pytest.fixture
def zelda() -> User:
    return User.objects.get(pk=_signed_up().pk)


def _signed_up() -> User:
    user = member("Quillona")
    EmailAddress.objects.filter(user=user).update(email=OLD_ADDRESS)
    user.name, user.email = FORMER, OLD_ADDRESS
    user.save()
    return user


def _by_page(client: Client, game: Game, friend: User) -> None:
    """She talks, notes, plans, reports, and calls a table after herself, then herself anew."""
    table = f"/g/{game.code}/"
    client.post(f"{table}chat/", {"text": f"I live at {WORDS} 4.", "from": "table"})
    client.post(f"{table}notes/", {"do": "add", "text": f"Look: {WORDS}!", "hand": "0"})
    client.post(reverse("reports"), {"kind": "other", "text": f"Post to {WORDS}, {NAME}."})

    client.post(f"/people/{friend.name}/ignore/")


def _called_anew(client: Client, user: User) -> None:
    profile = {"name": NAME, "zone": "UTC", "language": "en", "remind_hours": ""}
    client.post(reverse("profile"), profile)
    user.refresh_from_db()
    assert user.name == NAME
    EmailAddress.objects.filter(user=user).update(email=ADDRESS)
    user.email = ADDRESS
    user.save()


def _by_api(user: User, game: Game) -> None:
    api = APIClient(headers={"authorization": f"Token {api_keys.issue(user)}"})
    way = f"/api/v1/games/{game.code}"
    assert api.post(f"{way}/chat", {"text": f"By program from {WORDS}."}).status_code == 201
    assert api.post(f"{way}/notes", {"text": f"{WORDS}?"}).status_code == 201


def _moderated(hedda: User, user: User, game: Game, friend: User) -> None:
    """The staff write about her: on her page, at her table, in answer to reports."""
    text = CommandInput("other", text=f"{NAME} of {WORDS} wrote to us from {ADDRESS}.")
    execution.carry_out(hedda, "warn", str(user.pk), text)
    execution.carry_out(hedda, "pause", game.code, text)
    execution.carry_out(hedda, "resume", game.code, CommandInput("asked"))
    for report in Report.objects.all():
        reports.close(hedda, report.pk, "answered", f"Dear {NAME}, {WORDS} it is.")
    reports.make(friend, "conduct", f"{NAME} shouts.", game=None, person=user)
    reports.make(friend, "stuck", f"{NAME} is slow.", game=game, person=None)


def _bounced(user: User) -> None:
    notice = user.notices.filter(channel="mail").first()
    assert notice is not None
    Bounce.objects.create(notice=notice, sort="hard", address=OLD_ADDRESS, said=f"no {OLD_ADDRESS}")
    Suppression.objects.create(address=OLD_ADDRESS, reason="bounced")


def _course(zelda: User) -> tuple[list[Game], list[User]]:
    """She plays on; the games: over, running, given on to somebody else, a rematch of a friend."""
    friends, hedda = [member("Joost"), member("Aoife")], staff()
    client = Client(REMOTE_ADDR="198.51.100.77")
    sent = client.post(reverse("account_login"), {"login": OLD_ADDRESS, "password": "Quillona"})
    assert sent["Location"] == "/moves/"
    over = fast_forward(running([zelda, *friends], name="Quillona and Joost", entropy=WORDS))
    again = rematches.rematch(friends[0], over.code)
    now = running([friends[0], zelda, friends[1]], name="The harbour")
    left = running([zelda, *friends], name=f"{WORDS} 4", entropy=WORDS)
    created = tables.make_table(friends[0], TableSettings(name="Waiting", seats=4))
    tables.join(zelda, created.code, link=links.link_token(created), entropy=WORDS)
    tables.leave(zelda, created.code)
    _by_page(client, now, friends[1])
    _called_anew(client, zelda)
    _by_api(zelda, now)
    plans.write(zelda, now.code, f"# {WORDS}\nalways: lowest")
    chat.say(zelda, now.code, f"Another game: {WORDS}.")
    arrive(now, zelda, a_reply(zelda, f"5\n\n{NAME}, {WORDS}", sender=f"{NAME} <{ADDRESS}>"))
    wim = member("Wim")
    execution.carry_out(
        hedda, "replace", left.code, CommandInput("absent", seat=0, person=wim.name)
    )
    _moderated(hedda, zelda, now, friends[1])
    named = tables.make_table(friends[1], TableSettings(name=f"For {NAME}", seats=3))
    tables.join(zelda, named.code, link=links.link_token(named))
    _bounced(zelda)
    return [over, now, left, again, created, named], friends


def test_a_copy_of_the_database_tells_nothing_of_who_is_forgotten(zelda: User) -> None:
    games, _friends = _course(zelda)
    assert len(found(*NEEDLES)) > 20, "It is all there before."
    erasure.forget(zelda)
    assert found(*NEEDLES) == []
    assert verify_log().fault == ""
    assert {fresh(game).name for game in games} >= {"The harbour", "Waiting"}


def test_her_games_stay_whole_for_the_others(zelda: User) -> None:
    games, friends = _course(zelda)
    erasure.forget(zelda)
    over, now, left, *_rest = games
    record = fresh(over).record.data
    assert all_passed(verify(record))
    assert untold(verify(record)) == ["commitment", "start", "seed"]
    assert [words is None for words in record["entropies"]] == [True, False, False]
    page = Client().get(f"/g/{over.code}/verify/").content.decode()
    assert "The record is consistent" in page
    assert "The name of the person who sat here was deleted." in page
    assert "The words of seat 0 were deleted" in page
    assert record["players"][0] is None
    for game, user in ((now, friends[0]), (now, friends[1]), (left, friends[0])):
        bid(game, user)
    for game, gone in ((now, ["start"]), (left, ["commitment", "start", "seed"])):
        checks = verify(fresh(fast_forward(fresh(game))).record.data)
        assert all_passed(checks)
        assert untold(checks) == gone


def untold(checks: list[Check]) -> list[str]:
    """What cannot be told any more, but what nobody gave to compare it with."""
    return [each.kind for each in checks if each.passed is None and each.kind != "outside"]


def test_what_the_staff_wrote_about_others_stays(zelda: User) -> None:
    _course(zelda)
    joost, hedda = User.objects.get(name="Joost"), User.objects.get(name="Hedda")
    execution.carry_out(
        hedda, "mute", str(joost.pk), CommandInput("conduct", text="Mind your words.")
    )
    erasure.forget(zelda)
    entries = ModerationEntry.objects.order_by("number")
    assert [entry.text for entry in entries if entry.text] == ["Mind your words."]
    assert [entry.reason for entry in entries.filter(command="warn")] == ["other"]
