"""What can go wrong while something is handed to another server: mail, push or webhook."""


class RefusedForGood(Exception):
    """Permanent failure: the other side will never accept this notice."""


class TryLater(Exception):
    """Temporary failure: refused for now, or no answer before the notice was handed over."""


class OutcomeUnknown(Exception):
    """The notice was sent completely, but the other side never said whether it accepted it."""


class Unreachable(Exception):
    """No connection at all: this says nothing about any particular notice."""
