"""Damaged mails: nothing breaks, whatever came; `make fuzz-mail` does it for longer."""

import base64
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.inbound import (
    commands,
    html_text,
    own_text,
    parse,
    understanding,
)
from games.mail.inbound.commands import MailCommand
from tests import mailfuzz, sampling
from tests.games.mail.inbound.programs import replies

MESSAGES = 1500 if sampling.whole() else 120
EXAMPLES = 100 if sampling.whole() else 40  # of arbitrary input, for each of its kinds


def test_some_hundred_damaged_replies() -> None:
    report = mailfuzz.fuzz(MESSAGES, seed=3834)
    assert not report.faults, report.examples
    assert report.understood > MESSAGES / 9
    assert report.slowest < 1


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=600))
def test_any_bytes(raw: bytes) -> None:
    if (mail := parse.opened(raw)) is not None:
        own_text.own(mail.words, mailfuzz.reads)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    own = own_text.own(text, mailfuzz.reads)
    own_text.wrote_nothing(own.lines)
    commands.read_lines(own.together(own.start))
    for line in own.lines:
        commands.read(line)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text(alphabet="<>/!-= \"'bdivlockqute&#;44\n", max_size=300))
def test_any_html(source: str) -> None:
    html_text.as_text(source)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.text(alphabet="> |4a \t", max_size=8), max_size=12))
def test_no_marked_line_is_anybodys_own(lines: list[str]) -> None:
    own = own_text.own("\n".join(lines), mailfuzz.reads)
    unmarked = {own_text.plain(line) for line in lines if not own_text.is_quoted(line)}
    assert set(own.lines) <= unmarked


def became(text: str) -> str:
    """The answer of a mail; with a question mark where its writer is asked first."""
    result = understanding.understood(text, mailfuzz.answers)
    found = result.command or result.to_confirm
    if found is None or found.kind is not MailCommand.ANSWER:
        return ""
    return (mailfuzz.answers(found.text) or "") + "?" * (result.to_confirm is not None)


WHOLE = "> You can answer: 28 · 54 · 59"


@pytest.mark.parametrize(
    "listed", ["28 · 54 ·", "28 · 54 · 5 back", "28 · 54 · 5\ufffd", "28 ·\n>"]
)
@pytest.mark.parametrize(
    "answered", ["59\n{}", "{}\n59", "{}\n59\n> Choose", "{}\n\n 59\n\n> Choose"]
)
def test_beside_a_broken_list_an_answer_waits_for_a_yes(listed: str, answered: str) -> None:
    assert became(answered.format(f"> You can answer: {listed}")) == "59?"
    assert became(answered.format(WHOLE)) == "59"


def test_where_the_list_is_gone_an_answer_amid_the_quote_waits_for_a_yes() -> None:
    assert became("> Your cards\n59\n> Choose") == "59?"
    assert became("> Your cards\n> Choose\n59") == "59"
    assert became("59\n> Your cards\n> Choose") == "59"


def test_a_list_over_several_lines_is_one() -> None:
    quoted = [f"{WHOLE} ·", "> 60", "> or: surrender"]
    assert own_text.listed(quoted) == ("28", "54", "59", "60", "surrender")


CELL = '<tr><td class="number gale">37</td></tr>'
LETTER = f"<table>{CELL}</table>"


def read(html: str, encoding: str = "8bit") -> str:
    """What an HTML mail answers with; `html` is encoded already."""
    head = f"From: a@example.org\nContent-Type: text/html\nContent-Transfer-Encoding: {encoding}"
    return mailfuzz.understood(f"{head}\n\n{html}\n".encode())


def base64_lines() -> list[str]:
    words = f"<div>play 60</div><blockquote>{LETTER * 9}</blockquote>"
    return base64.encodebytes(words.encode()).decode().split("\n")


def test_of_damaged_base64_nothing_is_read() -> None:
    lines = base64_lines()
    assert read("\n".join(lines), "base64") == "60"
    for damage in ("!", "=", "é"):
        assert read("\n".join([lines[0], damage + lines[1], *lines[2:]]), "base64") == ""
    assert read("\n".join([lines[0][:-1], *lines[1:]]), "base64") == ""


def test_of_what_follows_a_broken_header_nothing_is_read() -> None:
    """It is not known then what the text is: here base64, of which a line was broken."""
    words = "\n".join([*base64_lines()[:3], "48"])
    for broken, read_as in (("Content-Ty charset=utf-8", ""), ("Content-Type: text/plain", "48")):
        raw = f"From: a@example.org\n{broken}\nX-Sent: today\n\n{words}\n"
        assert mailfuzz.understood(raw.encode()) == read_as


def test_a_line_cut_out_of_a_table_is_no_answer() -> None:
    assert read("<div>37</div><blockquote>x</blockquote>") == "37"
    assert read("<div>37</td></tr><blockquote>x</blockquote>") == ""
    assert read("<table><tr><td>37<br>--- On Sunday Tideweb wrote:<blockquote>x") == "37"


def test_what_stands_in_a_table_below_a_quote_is_the_letter_s() -> None:
    assert read(f"<blockquote>your cards</blockquote>{LETTER}") == ""
    assert read(f"<blockquote>your cards</blockquote>{LETTER}<p>play 60</p>") == "60"


def test_below_a_letter_whose_list_is_gone_no_answer_is_certain() -> None:
    """It may be a part of that list. Above the letter nothing of it can stand."""
    head, cut = "Reply with just one of these on the first line. Only you can see it.", "You can "
    letter = f"> {head}\n>   {cut}\n"
    assert not own_text.own(f"{letter}answer: 28", mailfuzz.reads).sure
    assert own_text.own(f"28\n{letter}", mailfuzz.reads).sure
    assert own_text.own("> What will it be, Joost?\n28", mailfuzz.reads).sure


def test_long_lists_are_read_in_a_moment() -> None:
    """How many answers are asked for is bounded, however many a list has."""
    asked: list[str] = []

    def reads(line: str) -> bool:
        asked.append(line)
        return mailfuzz.reads(line)

    for each in (" 28 ·" * 60_000, " 28 ·\n>" * 1990, "\n28\n> or: 54 ·" * 900):
        own_text.own(f"54\n> You can answer:{each}", reads)
    assert len(asked) < 8 * own_text.MAX_LINES


@pytest.mark.parametrize("long", ["> You can answer:" + " 28 ·" * 9000, "> " + "ä " * 9000])
@pytest.mark.parametrize("short", ["\n\n59" * 900, "\n59\n> a" * 900, "\nab:" * 900])
def test_a_long_line_is_not_gone_through_for_each_short_one(long: str, short: str) -> None:
    seen = 0
    plain = own_text.plain

    def counting(line: str) -> str:
        nonlocal seen
        seen += len(line)
        return plain(line)

    with patch("games.mail.inbound.own_text.plain", counting):
        own_text.own(f"{long}{short}\n{long}", mailfuzz.reads)
    assert seen < 20 * 2 * len(long)


def test_below_a_wide_gap_nothing_is_anybodys_answer() -> None:
    quoted = "> You can answer: 28 · 54 · 59"
    for gap, read in ((2, "59"), (40, "59"), (41, ""), (300, "")):
        assert own_text.own(quoted + "\n" * (gap + 1) + "59", mailfuzz.reads).first == read
    assert own_text.own("54" + " \n" * 99 + "59", mailfuzz.reads).lines == ("54",)


def test_of_whole_letters_every_clean_reply_is_understood() -> None:
    clean = replies(mailfuzz.OWN, mailfuzz.TEXT, mailfuzz.HTML)
    tried = sampling.sample(clean, kind=lambda name: name.rpartition("-")[0], most=2)
    read = {name: mailfuzz.understood(clean[name].as_bytes()) for name in tried}
    assert {name: what for name, what in read.items() if what != mailfuzz.NUMBER} == {}


@pytest.mark.parametrize(
    "line",
    [
        "You can answer: 28 · 54",
        "Du kannst antworten: 28",
        "Answer by replying to this e-mail",
        "If nothing but the word help stands there, we write ba",
        "Reply with just one of these on the first line. Only y",
        "Reply with just “help” to see everything",
        "You can change your answer until",
    ],
)
def test_where_our_letter_stands_unmarked_nothing_is_anybodys(line: str) -> None:
    assert own_text.own(f"54\n\nJoost\n{line}\n", mailfuzz.reads).lines == ()
    cut = "==== Write your answer above this line ===="
    assert own_text.own(f"54\n\n{cut}\n{line}\n", mailfuzz.reads).first == "54"
