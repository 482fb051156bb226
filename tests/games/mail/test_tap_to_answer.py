"""Each answer that a letter names is a link that writes the reply: a tap and a "send" play it."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.notifications.kinds import Letter
from games import selectors
from games.mail import answer_form
from games.mail.inbound import process
from games.models import Hand
from games.wording import answers_form
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import begun, letter, members, started
from tests.games.making import user_at

pytestmark = pytest.mark.django_db
SEATS = {**SMALLEST, "rowboat": 4}
LINK = re.compile(r'<a class="tap"[^>]*href="([^"]*)"[^>]*>([^<]*)</a>')


def links(found: Letter | None) -> dict[str, str]:
    """By what each says, where it leads."""
    assert found is not None
    return {
        words.replace("\N{NO-BREAK SPACE}", " "): unescape(href)
        for href, words in LINK.findall(found.html)
    }


@pytest.mark.parametrize("slug", sorted(SEATS))
def test_a_tapped_answer_is_played(slug: str) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    seat = making.hand_of(game).awaiting[0]
    user = user_at(game, seat)
    found = letter(user, "your_move")
    assert found is not None
    tapped = links(found)
    assert list(tapped) == making.legal(game, seat)
    for text, href in tapped.items():
        opened = urlsplit(href)
        assert (opened.scheme, opened.path) == ("mailto", found.headers["Reply-To"])
        assert parse_qs(opened.query) == {"body": [text], "subject": [f"Re: {found.subject}"]}
        assert "+" not in opened.query  # a blank to some programs only
        mail = a_reply(user, text)
        mail.replace_header("Subject", f"Re: {found.subject}")
        assert arrive(game, user, mail, to=opened.path)
        process.read_all()
        hand = making.hand_of(game)
        own = selectors.observations.own_bid(game, hand, seat)
        assert own is not None
        assert own.notation == text
        if hand.state != Hand.State.OPEN:  # nobody else is asked: it is as good as turned
            break


def test_in_a_letter_about_several_hands_only_some_are_links() -> None:
    """So that no program cuts it; the others can be read."""
    legal = [f"captain {zone} to {to}" for zone in range(1, 5) for to in range(1, 8)]
    html = answer_form.answers(legal, "re-x@testserver", "Two hands wait", 2)["answers"]
    assert len(LINK.findall(html)) == 12
    assert html.count("captain") == len(legal) + 12


@pytest.mark.parametrize("verb", ["swap", "captain", "fire"])
def test_of_too_many_answers_it_says_how_they_are_written(verb: str) -> None:
    words = answers_form("turning-tides", [f"{verb} 1 to 2"])
    assert words.startswith("In general: ") == (verb != "fire")
    assert answers_form("rowboat", ["play 7w"]) == ""


def test_no_line_of_html_is_too_long_for_mail() -> None:
    """RFC 5322, 2.1.1."""
    game = started(members(2), name="Ü" * 40, ruleset="turning-tides")
    for _hand in range(9):
        seat = making.hand_of(game).awaiting[0]
        found = letter(user_at(game, seat), "your_move")
        assert found is not None
        assert max(map(len, found.html.splitlines())) < 998
        making.bid_all(game)


def test_the_preview_and_the_text_hold_no_link_of_it() -> None:
    game = begun()
    found = letter(user_at(game, 0), "your_move")
    assert found is not None
    assert "mailto:" not in found.text
    assert found.html.count("mailto:") == len(links(found))
