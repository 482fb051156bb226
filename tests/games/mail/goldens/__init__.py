"""Letters as they were approved: `python -m tests.games.mail.approve` writes them anew.

They lie in tests/golden/letters, a folder for each of `SORTS`: in English whole, named
KIND[-VARIANT].txt and .html, in the other languages the lines that differ (`files`).  The text says
of which template it is.  Chance and clock stand still while they
come about, so that every run composes the same.  What differs between games only in the name is
kept for one; a variant of which only sentences are other than in the first is kept as text.
"""

from collections.abc import Callable, Iterator
from functools import partial

from tests.games.mail.goldens import account, digests, mailed, moderators, playing, seats
from tests.games.mail.goldens.frame import FOLDER, Golden, standing_still

SORTS: dict[str, Callable[[], Iterator[Golden]]] = {
    **{slug: partial(playing.letters, slug) for slug in playing.SEATS},
    "seats": seats.letters,
    "mail": mailed.letters,
    "moderators": moderators.letters,
    "digests": digests.letters,
    "account": account.letters,
}
__all__ = ["FOLDER", "SORTS", "Golden", "standing_still"]
