"""Damaged mails: nothing breaks, whatever came; `make fuzz-mail` does it for longer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.inbound import commands, hypertext, opening, stripping
from tests import mailfuzz


def test_some_thousand_damaged_replies() -> None:
    report = mailfuzz.fuzz(1500, seed=3834)
    assert not report.faults, report.examples
    assert report.understood > 300
    assert report.slowest < 1


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=600))
def test_any_bytes(raw: bytes) -> None:
    try:
        mail = opening.opened(raw)
    except opening.Unopened:
        return
    stripping.own(mail.words, mailfuzz.reads)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    own = stripping.own(text, mailfuzz.reads)
    stripping.wrote_nothing(own.lines)
    commands.read_lines(own.lines[: own.together])
    for line in own.lines:
        commands.read(line)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="<>/!-= \"'bdivlockqute&#;44\n", max_size=300))
def test_any_html(source: str) -> None:
    hypertext.as_text(source)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(alphabet="> |4a \t", max_size=8), max_size=12))
def test_no_marked_line_is_anybodys_own(lines: list[str]) -> None:
    own = stripping.own("\n".join(lines), mailfuzz.reads)
    unmarked = {stripping.plain(line) for line in lines if not stripping.is_quoted(line)}
    assert set(own.lines) <= unmarked
