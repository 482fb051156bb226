"""Folding as `textwrap` does, except for the last word of a sentence."""

import textwrap

from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.email.wrap import folded

WORDS = st.text("ab-–·ä.", min_size=1, max_size=30)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", " ", "  ", "    "])), max_size=30)


@given(TEXTS, st.integers(8, 80), st.sampled_from(["", "  "]), st.sampled_from(["", "    "]))
@settings(deadline=None)
def test_as_textwrap(pieces: list[tuple[str, str]], width: int, first: str, hanging: str) -> None:
    text = "".join(word + gap for word, gap in pieces).strip()
    theirs = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    ours = folded(text, width, first, hanging)
    assert len(ours) == len(theirs)
    assert ours[:-2] == theirs[:-2]
    assert " ".join(ours).split() == text.split()
    if len(theirs) < 2 or " " in theirs[-1].strip():
        assert ours == theirs


def test_the_last_word_is_not_alone() -> None:
    text = "Also segelten die Schiffe eine Zone weiter."
    assert folded(text, 36, "  ", "  ") == ["  Also segelten die Schiffe eine", "  Zone weiter."]
    assert folded("Die Zone weiter.", 12) == ["Die Zone", "weiter."]  # else "Die" would be


def test_the_last_word_stays_alone_where_it_must() -> None:
    """After a separator of answers, where the line would be too long, or the other have no word."""
    assert folded("1 · 2 · 3", 7) == ["1 · 2 ·", "3"]
    assert folded("Open this page: https://tideweb.example/g/1", 30)[1:] == [
        "https://tideweb.example/g/1"
    ]
    assert folded("Play elsewhere", 10) == ["Play", "elsewhere"]


def test_nothing_is_no_line() -> None:
    assert folded("", 72, "  ") == []
    assert folded("   ", 72) == []
