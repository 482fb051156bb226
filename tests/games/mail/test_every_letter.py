"""What holds for every kind of letter about a game."""

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.notifications.kinds import KINDS, Letter
from games.models import Game, SeatClock
from games.services.hands import resolving
from games.services.notifications import hand_notices
from tests.games import making
from tests.games.fast_forward import fast_forward, past_first_stage
from tests.games.mail.reading import begun, composed, letter, mail, notice, words
from tests.games.making import user_at

pytestmark = pytest.mark.django_db
KIND_SLUGS = (
    "game_started",
    "your_move",
    "reminder",
    "deadline_moved",
    "hand_resolved",
    "missed",
    "stage_end",
    "game_over",
)
# How the drawn table and cards say what the lined ones spell out.
DRAWN = {"whole", "half", "table", "still"}


@pytest.fixture
def game() -> Game:
    return begun(3, zone="Europe/Amsterdam")


def reached(game: Game, kind: str) -> Letter:
    """The letter of that kind to the first seat, at a moment when it is due."""
    if kind in ("hand_resolved", "your_move"):
        making.bid_all(game)
    if kind == "deadline_moved":
        hand_notices.deadline_moved(
            SeatClock.objects.select_related("hand", "seat").get(user=reader(game))
        )
    if kind == "missed":
        hand = making.hand_of(game)
        resolving.expire_hand(hand.pk, hand.deadline + timedelta(seconds=1))
    if kind == "stage_end":
        past_first_stage(game)
        first = game.stages.get(number=1)
        people = list(hand_notices.people_of(game))
        hand_notices.stage_ended(game, first, people, people)
        # told with the next hand if several ended at once
    if kind == "game_over":
        fast_forward(game)
    found = letter(reader(game), kind)
    assert found is not None
    return found


def reader(game: Game) -> User:
    return user_at(game, 0)


@pytest.mark.parametrize("kind", KIND_SLUGS)
def test_text_and_html(game: Game, kind: str) -> None:
    found = reached(game, kind)
    lines = found.text.splitlines()

    assert max(len(line) for line in lines if "://" not in line) <= 72
    assert f"/g/{game.code}/" in found.text
    spoken = set(re.findall(r"[\w’]{4,}", re.sub(r"\S+://\S+", "", found.text.lower())))
    shown = set(re.findall(r"[\w’]{4,}", words(found).lower()))
    assert spoken - shown - DRAWN == set()


@pytest.mark.parametrize("kind", KIND_SLUGS)
def test_the_subject_names_the_game_and_no_words_of_others(game: Game, kind: str) -> None:
    assert reached(game, kind).subject == f"Turn the Tide, table {game.code[:4]}"


def test_only_a_letter_that_asks_says_how_to_answer(game: Game) -> None:
    """To others people reply with commands, at the address of the table."""
    for kind in KIND_SLUGS:
        found = reached(game, kind) if kind in ("your_move", "reminder") else None
        if found is not None:
            assert "replying" in found.text
            assert "replying" in found.html
            assert re.fullmatch(r"re-[a-z2-7]{32}@testserver", found.headers["Reply-To"])
    told = letter(reader(game), "game_started")
    assert told is not None
    asked = letter(reader(game), "your_move")
    assert asked is not None
    assert told.headers["Reply-To"] != asked.headers["Reply-To"]
    assert "replying" not in told.text


def test_the_headers(game: Game) -> None:
    sent = mail(reader(game), "your_move").decode()
    head = re.sub(r"\s*\r?\n[ \t]+", " ", sent.partition("\n\n")[0])
    for line in (
        rf"References: <game\.{game.code}@testserver>",
        rf"List-Id: <{game.code}\.tables\.testserver>",
        r"List-Unsubscribe: <http://testserver/letters/stop/[\w:-]+/>, "
        r"<mailto:s-[0-9a-z_-]+@testserver\?subject=unsubscribe>",
        r"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        r"Auto-Submitted: auto-generated",
        r"X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply",
        r"Feedback-ID: your_move:testserver:tideweb",
        r"Reply-To: re-[a-z2-7]{32}@testserver",
        r"Message-ID: <[0-9a-f]{32}@testserver>",
        r"To: Marit <marit@example\.org>",
        r"Date: .+",
    ):
        assert re.search(rf"^{line}\r?$", head, re.MULTILINE), line
    assert "ARC-" not in head


def test_exchange_is_not_asked_to_keep_reports_of_failure_back(game: Game) -> None:
    sent = message_from_bytes(mail(reader(game), "your_move"), policy=policy.default)
    asked = {word.strip().upper() for word in sent["X-Auto-Response-Suppress"].split(",")}
    assert not asked & {"ALL", "NDR"}


def test_the_complaint_counter_is_the_same_for_everybody_at_the_table(game: Game) -> None:
    seated = [seat.user for seat in game.seats.all() if seat.user]
    sent = [message_from_bytes(mail(user, "your_move")) for user in seated]
    assert len(sent) > 1
    assert len({found["Feedback-ID"] for found in sent}) == 1


def test_somebody_who_left_the_seat_reads_nothing(game: Game) -> None:
    marit = reader(game)
    game.seats.filter(index=0).update(user=None)
    for kind in ("game_started", "your_move", "reminder"):
        assert composed(notice(marit, kind)) is None


def test_what_happened_in_each_hand_is_told_only_if_wished() -> None:
    assert [slug for slug, kind in KINDS.items() if slug in KIND_SLUGS and not kind.default] == [
        "hand_resolved"
    ]


def test_the_letter_of_a_missed_hand_says_what_was_played(game: Game) -> None:
    lowest = making.legal(game, 0)[0]
    found = reached(game, "missed")
    assert f"the {lowest}." in " ".join(found.text.split())
    assert "You have missed 1 hand in this game." in found.text


def test_the_words_are_those_of_the_moment_when_it_is_sent(game: Game) -> None:
    game.hands.update(deadline=timezone.now() + timedelta(minutes=31, seconds=20))
    found = letter(reader(game), "reminder")
    assert found is not None
    assert "You have 31 minutes left" in found.text
