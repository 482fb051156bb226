"""Parses what a person wrote: tolerant of form, never guessing at meaning.

A line is parsed as a whole or not at all. A bare card or number means what the current phase asks
for.
"""

import re

from games.catalogue.rowboat.rules.asking import NO_MOON, legal
from games.catalogue.rowboat.rules.cards import LIGHTHOUSE, ROWBOAT
from games.catalogue.rowboat.rules.objections import objection
from games.catalogue.rowboat.rules.state import Phase, State
from games.rules.errors import Illegal, Malformed

_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_RANKS = {"anchor": "A", "dolphin": "D", "mermaid": "M", "seeker": "S", "whale": "W"} | {
    word: str(number) for number, word in enumerate(_NUMBERS[:10]) if number > 1
}
# German and Dutch: the names on our pages.
_WORDS = {
    **dict.fromkeys(("ruder", "riemen"), "oars"),
    **dict.fromkeys(("welle", "wellen", "golven"), "waves"),
    **dict.fromkeys(("muschel", "muscheln", "schelpen"), "shells"),
    **dict.fromkeys(("seekarte", "seekarten", "zeekaarten"), "maps"),
    "anker": "anchor",
    **dict.fromkeys(("delfin", "dolfijn"), "dolphin"),
    **dict.fromkeys(("meerjungfrau", "zeemeermin"), "mermaid"),
    **dict.fromkeys(("sucher", "zoeker"), "seeker"),
    **dict.fromkeys(("wal", "walvis"), "whale"),
    **dict.fromkeys(("ruderboot", "roeiboot"), ROWBOAT),
    **dict.fromkeys(("mond", "maan"), "moon"),
    **dict.fromkeys(("die", "der", "das", "den", "de", "het"), "the"),
    **dict.fromkeys(("von", "van"), "of"),
    **dict.fromkeys(("ohne", "kein", "keinen", "nein", "geen", "zonder", "nee"), "no"),
}
_SUIT = r"(?P<suit>oars|waves|shells|maps|[owsm])"
_CARD = re.compile(
    r"(?:the )?(?:(?P<letter>[a2-9dmsw])(?: of |[ -])?"
    rf"|(?P<word>{'|'.join(_RANKS)})(?: of |[ -]))(?:the )?{_SUIT}"
)
_TURNED = re.compile(  # "waves 7", "w7", "waves whale"
    rf"(?:the )?{_SUIT}[ -]?(?:(?P<letter>[2-9])|(?<=[ -])(?P<word>{'|'.join(_RANKS)}))"
)
_VERB = re.compile(r"(?P<verb>play|give|exchange|pass|bid|moon)(?: ?[:=] ?| )(?P<rest>.+)")
_VERBS = {"exchange": "give", "pass": "give"}
_NO_MOON = {"no moon", "no-moon", "without moon", "moon no", "moon none"}
_ROWBOAT = {"rowboat", "row boat", "the rowboat", "the row boat"}
_LIGHTHOUSE = {"lighthouse", "the lighthouse", "play lighthouse", "play the lighthouse"}


def read(state: State, seat: int, text: str) -> str:
    """The canonical answer. Raises `Malformed` or `Illegal`, both quoting the text."""
    options = legal(state, seat)
    answer = understood(text, state.phase)
    if answer is None:
        raise Malformed(text, options, f"“{_quoted(text)}” cannot be read as an answer.")
    if answer not in options:
        reason = f"“{_quoted(text)}” is not possible: {objection(state, seat, answer)}"
        raise Illegal(text, options, reason)
    return answer


def _quoted(text: str) -> str:
    """The text on one line, truncated if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:60]}…"


def understood(text: str, phase: str) -> str | None:
    """The canonical form of the text in this phase, legal or not; None if unclear."""
    line = " ".join(text.casefold().split()).strip(" .!'\"`")
    line = re.sub(r"\w+", lambda word: _WORDS.get(word[0], word[0]), line)
    if line in _LIGHTHOUSE:
        return LIGHTHOUSE
    if line in _NO_MOON or (line in ("no", "none") and phase == Phase.MOON):
        return NO_MOON
    verb = _VERB.fullmatch(line)
    if verb:
        return _with_verb(_VERBS.get(verb["verb"], verb["verb"]), verb["rest"])
    return _bare(line, phase)


def _with_verb(verb: str, rest: str) -> str | None:
    """Parses a line that starts with a verb; what follows must match it."""
    if verb in ("bid", "moon"):
        what = _number(rest)
    elif verb == "play" and rest in _ROWBOAT:
        what = ROWBOAT
    else:
        what = _card(rest)
    return what and f"{verb} {what}"


def _bare(line: str, phase: str) -> str | None:
    """Parses a bare card or number, in a phase that asks for one."""
    if line in _ROWBOAT:
        return f"play {ROWBOAT}"
    card = _card(line)
    if card:
        return f"give {card}" if phase == Phase.EXCHANGE else f"play {card}"
    number = _number(line)
    if number and phase in (Phase.BID, Phase.MOON):
        return f"{phase} {number}"
    return None


def _number(words: str) -> str | None:
    """A number without leading zeros; None if it isn't one."""
    if words in _NUMBERS:
        return str(_NUMBERS.index(words))
    return str(int(words)) if re.fullmatch(r"[0-9]{1,4}", words) else None


def _card(words: str) -> str | None:
    """The notation of a card, from a letter or word each for rank and suit."""
    found = _CARD.fullmatch(words) or _TURNED.fullmatch(words)
    if found is None:
        return None
    rank = found["letter"].upper() if found["letter"] else _RANKS[found["word"]]
    return rank + found["suit"][0]
