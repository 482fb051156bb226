"""No plan repeats anything: a loop or an unknown word is refused at every door, by its name and
place, as is a plan of a megabyte; and nothing is kept."""

import html

import pytest

from games.mail.inbound import parse, process
from games.models import Game, InboundMail, Plan
from games.services.mail.reply_addresses import reply_address_for
from tests.games.api.asking import at, client, problem
from tests.games.mail.inbound.mailing import a_reply, stored, write
from tests.games.mail.reading import begun, letter
from tests.games.making import hand_of, user_at
from tests.games.web.driving import browser

pytestmark = pytest.mark.django_db
MEGABYTE = 1_000_000
REFUSED = [  # the text, and where which word of it is wrong
    ("loop: lowest", 1, 1, "loop"),
    ("repeat 3: lowest", 1, 1, "repeat"),
    ("while my tide is 3: lowest", 1, 1, "while"),
    ("for hand is 1: lowest", 1, 1, "for"),
    ("next: lowest\nloop", 2, 1, "loop"),
    ("next: lowest, again", 1, 13, ","),
    ("always: lowest forever", 1, 9, "lowest forever"),
]


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.mark.parametrize(("text", "line", "column", "word"), REFUSED)
def test_it_is_refused_at_its_word(
    game: Game, text: str, line: int, column: int, word: str
) -> None:
    marit = user_at(game, 0)
    refused = problem(client(marit).put(at(game, "plan"), {"plan": text}), 400, "bad_plan")
    place = (refused["line"], refused["column"], refused["found"])
    assert place == (line, column, word)

    page = browser(marit).post(f"/g/{game.code}/plan/", {"do": "keep", "plan": text})
    words = html.unescape(page.content.decode())
    assert page.status_code == 400
    assert f"Line {line}, column {column}" in words
    assert f"“{word}”" in words

    assert write(game, marit, f"plan {text}").outcome == "refused"
    told = " ".join(letter(marit, "mail_refused").text.replace("\n| ", " ").split())
    assert f"Line {line}, column {column}: “{word}”" in told
    assert not Plan.objects.exists()


def test_a_megabyte_is_refused(game: Game) -> None:
    marit, text = user_at(game, 0), "next: lowest\n" * (MEGABYTE // 13)
    problem(client(marit).put(at(game, "plan"), {"plan": text}), 413, "body_too_large")
    sent = browser(marit).post(f"/g/{game.code}/plan/", {"do": "keep", "plan": text})
    assert sent.status_code in (400, 413)
    assert parse.opened(a_reply(marit, f"plan {text}").as_bytes()) is None
    stored(reply_address_for(marit, hand_of(game)), a_reply(marit, f"plan {text}"))
    process.read_all()
    assert not InboundMail.objects.filter(outcome="planned").exists()
    assert not Plan.objects.exists()
