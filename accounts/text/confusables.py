"""What a text looks like: skeletons (Unicode Technical Standard 39), scripts, invisible characters.

The tables of the Unicode Consortium come with confusable_homoglyphs, which is pure Python and also
used by django-registration. It compares single characters, so the skeleton of a whole text, which
can be stored and indexed, is computed here.
"""

import unicodedata
from collections import defaultdict
from functools import cache, lru_cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.utils import load

# Letters and marks by category, but not drawn; U+2800 is a braille pattern without dots
# (Default_Ignorable_Code_Point and UTS 39, 3.1; the rest is category Cf).
IGNORED = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Controls, formats (including all bidi controls), surrogates, private use, unassigned.
NEVER_SEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Scripts that may be mixed within one word (UTS 39, 5.2, "highly restrictive").
TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
LEFT_TO_RIGHT_MARK = "\u200e"  # surrounds right-to-left letters in the library's tables


def normal(text: str) -> str:
    """NFKC, with whitespace collapsed and stripped."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


@lru_cache(maxsize=4096)
def look(name: str) -> str:
    """Equal for names that look alike: the UTS 39 skeleton, case-folded, without separators."""
    shape = _skeleton(_skeleton(normal(name)).casefold())
    return "".join(sign for sign in shape if unicodedata.category(sign)[0] in "LMN") or shape


def _skeleton(text: str) -> str:
    """Maps composed and decomposed forms: the table has more of both than the standard needs."""
    for form in ("NFC", "NFD"):
        text = _alike(unicodedata.normalize(form, text))
    return unicodedata.normalize("NFD", text)


def _alike(text: str) -> str:
    known = _prototypes()
    return "".join(known.get(sign, sign) for sign in text)


@cache
def _prototypes() -> dict[str, str]:
    """Maps each confusable character to the one that represents its group.

    The table lists each pair in both directions, so the representative is the one with the most
    partners; in a single pair it is the longer (“rn” for “m”), otherwise the first.
    """
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for one, others in load("confusables.json").items():
        alike[_bare(one)].update(_bare(other["c"]) for other in others)
    found = {}
    for sign in (one for one in alike if len(one) == 1):
        middle = min({sign, *alike[sign]}, key=lambda one: (-len(alike[one]), -len(one), one))
        found[sign] = middle
    return {sign: middle for sign, middle in found.items() if sign != middle}


def _bare(text: str) -> str:
    return str(text).replace(LEFT_TO_RIGHT_MARK, "")


def unseen(text: str) -> str:
    """The first invisible character or bidi control; empty if there is none.

    Joiners and colour modifiers that follow an emoji are part of it and allowed.
    """
    before = ""
    for sign in text:
        hidden = sign in IGNORED or unicodedata.category(sign) in NEVER_SEEN
        if hidden and not (sign in "\u200d\ufe0e\ufe0f" and _is_pictograph(before)):
            return sign
        before = before if hidden else sign
    return ""


def visible(text: str) -> str:
    """The text without invisible characters."""
    while hidden := unseen(text):
        text = text.replace(hidden, "")
    return text


def _is_pictograph(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign) in ("So", "Sk")


def mixed(word: str) -> list[str]:
    """The scripts of a word if they must not be mixed; otherwise empty."""
    scripts = {alias(sign) for sign in word} - {"COMMON", "INHERITED"}
    if len(scripts) < 2 or any(scripts <= usual for usual in TOGETHER):
        return []
    return sorted(scripts)
