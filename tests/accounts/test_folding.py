"""Folding says what `textwrap` says."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from accounts.email.wrap import folded

WORDS = st.text("ab-–·ä.", min_size=1, max_size=30)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", " ", "  ", "    "])), max_size=30)


@given(TEXTS, st.integers(8, 80), st.sampled_from(["", "  "]), st.sampled_from(["", "    "]))
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
    assert folded(text, width, first, hanging) == theirs


def test_nothing_is_no_line() -> None:
    assert folded("", 72, "  ") == []
    assert folded("   ", 72) == []
