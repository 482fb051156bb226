"""The picture and the emblem of each game, from its module `picture`."""

from __future__ import annotations

from typing import Protocol

from django.utils.safestring import SafeString

from games.catalogue import GAMES
from games.catalogue.game_type import Parts

from .emblems import emblem
from .scenes import scene


class Picture(Protocol):
    """The interface of such a module."""

    EMBLEM: str  # one of `EMBLEMS`

    def picture(self) -> SafeString:
        """300 by 200, as `scenes.PICTURE` frames it."""


PICTURES: Parts[Picture] = Parts(GAMES, "picture")


def game_picture(slug: str) -> SafeString:
    """``{% game_picture "rowboat" %}``; the sea at dusk for a game without a picture."""
    return PICTURES[slug].picture() if slug in PICTURES else scene("dusk")


def game_emblem(slug: str) -> SafeString:
    """The emblem of a game, where its picture would be too large; waves for one without."""
    return emblem(PICTURES[slug].EMBLEM if slug in PICTURES else "waves")
