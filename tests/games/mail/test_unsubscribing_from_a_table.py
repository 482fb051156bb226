"""One click stops what the letter was: letters of its kind about its table, and no more."""

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.test import Client

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Choice, Notice, User
from accounts.notifications import bounces, delivery, unsubscribe
from accounts.notifications.channels import email as mail_channel
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import KINDS
from accounts.notifications.preferences import stopped
from games.models import Game
from tests.accounts.making import claimed, member
from tests.games.fast_forward import fast_forward
from tests.games.mail.reading import begun, composed, mail, notice, started
from tests.games.making import user_at
from tests.narrowing import not_none
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db
ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def marit() -> User:
    user: User = again(_marit)
    return user


def _marit() -> User:
    return member("Marit")


@pytest.fixture
def tables(marit: User) -> list[Game]:
    """Two that she sits at, with her letters about them waiting."""
    games: list[Game] = again(_tables, marit)
    return games


def _tables(marit: User) -> list[Game]:
    others = [member(name) for name in ("Joost", "Aoife")]
    games = [started([marit, *others], name=name) for name in ("Texel", "Vlieland")]
    Notice.objects.exclude(recipient=marit).delete()
    Notice.objects.filter(kind="reminder").delete()
    return games


def your_move(marit: User, game: Game) -> Notice:
    return Notice.objects.get(
        recipient=marit, kind="your_move", channel="mail", facts__game=game.pk
    )


def fates(marit: User) -> dict[tuple[str, int], str]:
    rows = Notice.objects.filter(recipient=marit, channel="mail", facts__has_key="game")
    rows = rows.exclude(kind="digest")
    return {(row.kind, row.facts["game"]): row.state for row in rows}


def path(marit: User, game: Game) -> str:
    return unsubscribe.address(your_move(marit, game))


def one_click(client: Client, marit: User, game: Game) -> str:
    answer = client.post(path(marit, game), ONE_CLICK, content_type=FORM)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_other_tables_letters_still_come(
    client: Client, marit: User, tables: list[Game]
) -> None:
    texel, vlieland = tables
    User.objects.filter(pk=marit.pk).update(digest=User.Digest.AT_ONCE)
    one_click(Client(enforce_csrf_checks=True), marit, texel)
    delivery.deliver()
    assert fates(marit) == {
        ("game_started", texel.pk): "sent",
        ("your_move", texel.pk): "suppressed",
        ("game_started", vlieland.pk): "sent",
        ("your_move", vlieland.pk): "sent",
    }


def test_in_a_digest_as_well(client: Client, marit: User, tables: list[Game]) -> None:
    texel, vlieland = tables
    one_click(client, marit, texel)
    delivery.deliver()
    assert fates(marit)["your_move", texel.pk] == "suppressed"
    assert fates(marit)["your_move", vlieland.pk] == "sent"


def test_the_page_says_what_it_stopped(client: Client, marit: User, tables: list[Game]) -> None:
    page = one_click(client, marit, tables[0])
    assert "E-mails of this kind from the table “Texel” are off: your move." in page
    assert "Vlieland" not in page


def test_it_does_not_say_of_a_game_that_is_over_that_it_goes_on(client: Client) -> None:
    game = fast_forward(begun())
    marit = user_at(game, 0)
    page = client.post(unsubscribe.address(notice(marit, "game_over"))).content.decode()
    assert "Nothing changes at the table." in page
    assert "goes on" not in page


def test_looking_asks_and_stops_nothing(client: Client, marit: User, tables: list[Game]) -> None:
    page = client.get(path(marit, tables[0])).content.decode()
    assert "shall we stop these e-mails from the table “Texel”: your move?" in page
    assert not Choice.objects.exists()


def test_undo(client: Client, marit: User, tables: list[Game]) -> None:
    assert 'value="undo"' in one_click(client, marit, tables[0])
    again = client.post(path(marit, tables[0]), {"do": "undo", "kind": "your_move"})
    assert "These e-mails are back on." in again.content.decode()
    assert not Choice.objects.exists()


def test_a_second_button_stops_them_of_all_tables(
    client: Client, marit: User, tables: list[Game]
) -> None:
    assert 'value="all"' in one_click(client, marit, tables[0])
    page = client.post(path(marit, tables[0]), {"do": "all"}).content.decode()
    assert "off, for every table: your move." in page
    assert Choice.objects.filter(user=marit, kind="your_move", about="", wanted=False).exists()
    delivery.deliver()
    assert {state for (kind, _game), state in fates(marit).items() if kind == "your_move"} == {
        "suppressed"
    }


def test_undoing_all_leaves_the_one_table_as_it_was(
    client: Client, marit: User, tables: list[Game]
) -> None:
    one_click(client, marit, tables[0])
    client.post(path(marit, tables[0]), {"do": "all"})
    client.post(path(marit, tables[0]), {"do": "undo", "everywhere": "1", "kind": "your_move"})
    assert [(row.about, row.wanted) for row in Choice.objects.order_by("about")] == [
        ("", True),
        (f"game:{tables[0].pk}", False),
    ]


def test_undo_brings_nothing_that_was_not_wished_before(client: Client, marit: User) -> None:
    digest = Notice.objects.create(recipient=marit, kind="digest", event="digest:1")
    answer = client.post(unsubscribe.address(digest), ONE_CLICK, content_type=FORM)
    undo = re.findall(r'name="kind" value="(\w+)"', answer.content.decode())
    assert "your_move" in undo
    assert "hand_resolved" not in undo, "nobody gets these unless he asks for them"
    client.post(unsubscribe.address(digest), {"do": "undo", "everywhere": "1", "kind": undo})
    assert not Choice.objects.filter(wanted=False).exists()


def test_the_settings_show_it_and_have_it_again(
    client: Client, marit: User, tables: list[Game]
) -> None:
    one_click(client, marit, tables[0])
    client.force_login(marit)
    page = client.get("/settings/letters/").content.decode()
    assert "Texel: your move" in page
    (row,) = stopped(marit)
    client.post("/settings/letters/", {"again": row.key})
    assert not Choice.objects.exists()


def test_nobody_has_anothers_again(client: Client, marit: User, tables: list[Game]) -> None:
    one_click(client, marit, tables[0])
    (row,) = stopped(marit)
    client.force_login(member("Ute"))
    client.post("/settings/letters/", {"again": row.key})
    assert Choice.objects.exists()


def test_a_letter_that_nobody_can_do_without_offers_no_link(
    client: Client, marit: User, tables: list[Game]
) -> None:
    facts = {"game": tables[0].pk, "seat": 0}
    staff = Notice.objects.create(recipient=marit, kind="moderated", event="x", facts=facts)
    assert not unsubscribe.of(staff).kinds
    assert b"List-Unsubscribe" in mail(marit, "your_move")
    page = client.post(unsubscribe.address(staff), ONE_CLICK, content_type=FORM).content.decode()
    assert "can’t be switched off" in page
    assert not Choice.objects.exists()


WHY = {
    "reach_again": "when you ask in your settings whether e-mails reach you again",
    "restored": "if we’ve had to restore a backup",
    "moderated": "when moderators have stepped in at a table of yours",
    "report_answered": "Each answers a report of yours",
    "from_staff": "when the moderators have something to tell you",
}


@pytest.mark.parametrize("kind", [slug for slug, kind in KINDS.items() if not kind.optional])
def test_its_page_says_when_it_comes(client: Client, marit: User, kind: str) -> None:
    if kind == unsubscribe.DIGEST or MAIL not in KINDS[kind].ways:
        return  # what a digest gathers can be stopped, and the others are no letters
    page = client.get(unsubscribe.address(Notice(recipient=marit, kind=kind, event="x")))
    why = WHY.get(kind, "Each answers an e-mail from you. None comes unless you write to us.")
    text = page.content.decode()
    assert "These e-mails can’t be switched off." in text
    assert why in text


def test_a_link_of_one_table_knows_when_they_are_off_for_all(
    client: Client, marit: User, tables: list[Game]
) -> None:
    client.post(path(marit, tables[0]), {"do": "all"})
    page = client.get(path(marit, tables[0])).content.decode()
    assert "E-mails of this kind are off, for every table: your move." in page
    assert "shall we stop" not in page


def test_links_of_before_stop_the_kind_as_they_said(
    client: Client, marit: User, tables: list[Game]
) -> None:
    old = unsubscribe.SIGNER.sign_object(["u", marit.pk, "your_move"])
    page = client.post(f"/letters/stop/{old}/", ONE_CLICK, content_type=FORM).content.decode()
    assert "off, for every table: your move." in page
    assert notice(marit, "your_move")


def the_foot(sent: bytes) -> tuple[str, str]:
    """What the plain text says it stops, and the link below; with that of the header."""
    parsed = message_from_bytes(sent, policy=policy.default)
    text = not_none(parsed.get_body(("plain",))).get_content()
    found = re.search(r"^(Turn off .*):\n  (\S+)$", text, re.MULTILINE)
    assert found is not None
    assert f"<{found[2]}>" in parsed["List-Unsubscribe"].replace(" ", "")
    html = not_none(parsed.get_body(("html",))).get_content()
    assert f'href="{found[2]}"' in html
    return found[1], found[2]


def test_a_letter_says_what_its_link_stops(marit: User, tables: list[Game]) -> None:
    words, link = the_foot(mail(marit, "your_move"))
    assert words == "Turn off e-mails about “your move” from this table"
    assert link.endswith(path(marit, tables[1]))


def test_a_joint_letter_names_what_leads_it(marit: User, tables: list[Game]) -> None:
    Notice.objects.exclude(facts__game=tables[0].pk).delete()
    (joint,) = claimed(timedelta(days=1))
    assert joint.kind == "digest"
    words, link = the_foot(bytes(mail_channel.compose(joint).message().as_bytes()))
    assert words == "Turn off e-mails about “your move” from this table"
    assert link.endswith(path(marit, tables[0]))


def test_what_cannot_be_stopped_names_no_way(marit: User, tables: list[Game]) -> None:
    told = Notice(recipient=marit, kind="mail_house", facts={}, message_id="0" * 32)
    assert "Turn off" not in str(composed(told))


def test_a_complaint_stops_them_of_all_tables(marit: User, tables: list[Game]) -> None:
    bounces.record(your_move(marit, tables[0]), Report(ReportKind.COMPLAINT, "", ""))
    delivery.deliver()
    assert {state for (kind, _game), state in fates(marit).items() if kind == "your_move"} == {
        "suppressed"
    }
