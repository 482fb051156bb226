"""What is wrong with a plan, and where."""

from collections.abc import Sequence


class PlanError(ValueError):
    """A text that is not a plan: `line` and `column` count from 1.

    `code` is stable: too_large, too_many, too_deep, unexpected, unknown_answer, unknown_fact or
    bad_number. `found` is the word that does not fit ("" at the end of a line), `expected` what
    would be right there. None of it is a sentence: the website and the API have their own wording.
    """

    def __init__(
        self, code: str, line: int, column: int, found: str = "", expected: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{line}:{column}: {code} {found!r}, expected {', '.join(expected)}")
        self.code = code
        self.line = line
        self.column = column
        self.found = found if len(found) <= 40 else found[:40] + "…"
        self.expected = list(expected)
