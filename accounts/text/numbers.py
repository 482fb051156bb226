"""Numbers as somebody typed or sent them."""

MAX_DIGITS = 17  # so that every id, and a moment in microseconds, can be compared with it


def whole_number(text: str | None) -> int | None:
    """The number that this text is; None if it is none, negative or far too large."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else None
