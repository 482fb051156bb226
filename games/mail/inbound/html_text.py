"""Converts HTML mail to plain text that keeps its quotes: each quoted line begins with ">".

It reads once from left to right and never looks back, so the time is linear in the length of the
mail, whatever an attacker makes up; the standard library's parser has had quadratic cases. It knows
only what is needed to tell own text from quotes.
"""

import html
import re

BREAKS = re.compile(
    r"/?(?:address|article|aside|blockquote|br|center|d[dlt]|div|fieldset|footer|form|h[1-6]|header|"
    r"hr|li|main|nav|[ou]l|p|pre|section|table|tbody|t[dhr])"
)
VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
UNSEEN = frozenset(("head", "script", "style", "title", "template"))
NAME = re.compile(r"/?[a-z][a-z0-9]*", re.IGNORECASE)
# How mail programs mark what they quote, and the line that introduces it.
QUOTES = re.compile(
    r"\b(?:class|id)\s*=\s*[\"']?[^\"'>]*"
    r"(?:gmail_attr|gmail_quote|moz-cite-prefix|moz-forward-container|yahoo_quoted|"
    r"protonmail_quote|zmail_extra|divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|"
    r"mail-editor-reference-message|WordSection_reply|k9mail_quote)",
    re.IGNORECASE,
)
# Everything after these is quoted: the program closes the element before its quote begins.
FROM_HERE = re.compile(
    r"\bid\s*=\s*[\"']?(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message)",
    re.IGNORECASE,
)
MAX_DEPTH = 500
MAX_BACK = 50  # innermost open elements searched for the one that is closed
# A table cell whose start is missing comes from our own letter, where it may name the owner of a
# card.
CELLS = frozenset(("td", "th"))
CELL_ENDS = frozenset(("/td", "/th", "/tr"))


def as_text(source: str) -> str:
    """The text of an HTML mail, in lines as its reader saw them."""
    reader = _Reader(source)
    reader.read()
    return "\n".join(reader.lines)


class _Reader:
    """The position in the source, and the nesting of quotes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lower = source.lower()
        self.at = 0
        self.line: list[str] = []
        self.lines: list[str] = []
        self.open: list[tuple[str, bool]] = []  # elements, and whether each quotes
        self.depth = 0  # number of open elements that quote
        self.rest_quoted = False
        self.quoted = False  # whether any text was quoted so far

    def read(self) -> None:
        while self.at < len(self.source):
            start = self.source.find("<", self.at)
            if start < 0:
                start = len(self.source)
            self._say(self.source[self.at : start])
            self.at = start
            if start < len(self.source):
                self._tag()
        self._break()

    def _say(self, raw: str) -> None:
        words = html.unescape(raw) if "&" in raw else raw
        if words:
            self.line.append(words)

    def _tag(self) -> None:
        """Handles a "<": a comment, a tag, or just that character."""
        if self.source.startswith("<!--", self.at):
            self._skip_to("-->", self.at + 4)
            return
        if self.source.startswith(("<!", "<?"), self.at):
            self._skip_to(">", self.at + 2)
            return
        name = NAME.match(self.source, self.at + 1)
        if name is None:
            self._say("<")
            self.at += 1
            return
        end = self.source.find(">", self.at)
        end = len(self.source) if end < 0 else end
        inside = self.source[self.at : end]
        self.at = end + 1
        self._element(name[0].lower(), inside)

    def _skip_to(self, end: str, start: int) -> None:
        found = self.source.find(end, start)
        self.at = len(self.source) if found < 0 else found + len(end)

    def _element(self, name: str, inside: str) -> None:
        if BREAKS.fullmatch(name):
            self._break(torn=name in CELL_ENDS and not self._is_open(name[1:]))
        if name in UNSEEN:
            self._skip_to_close(name)
        elif name.startswith("/"):
            self._close(name[1:])
        elif name not in VOID and not inside.endswith("/"):
            self._open(name, inside)
        if "=" in inside and FROM_HERE.search(inside[:500]):
            self.rest_quoted = True

    def _skip_to_close(self, name: str) -> None:
        found = self.lower.find(f"</{name}", self.at)
        end = self.source.find(">", found) if found >= 0 else -1
        self.at = len(self.source) if end < 0 else end + 1

    def _open(self, name: str, inside: str) -> None:
        quotes = name == "blockquote" or ("=" in inside and QUOTES.search(inside[:500]) is not None)
        # After a quote, a table can only be part of our letter, if some program didn't mark where
        # it ends.
        quotes = quotes or (self.quoted and name in CELLS)
        if len(self.open) < MAX_DEPTH:
            self.open.append((name, quotes))
            self.depth += quotes
        elif quotes:  # deeper than any mail program nests: to be safe, all of it is quoted
            self.rest_quoted = True

    def _close(self, name: str) -> None:
        """Closes the innermost element of that name, and those left open inside it."""
        for place in range(len(self.open) - 1, max(-1, len(self.open) - MAX_BACK), -1):
            if self.open[place][0] == name:
                self.depth -= sum(quotes for _name, quotes in self.open[place:])
                del self.open[place:]
                return

    def _is_open(self, name: str) -> bool:
        return any(element == name for element, _quotes in self.open[-MAX_BACK:])

    def _break(self, *, torn: bool = False) -> None:
        """Ends a line. `torn`: it was cut out of a table, so it comes from our letter."""
        words = " ".join("".join(self.line).split())
        self.line = []
        if self.depth or self.rest_quoted or torn:
            self.lines.append(f"> {words}".rstrip())
            self.quoted = self.quoted or bool(words)
        else:
            self.lines.append(words)
