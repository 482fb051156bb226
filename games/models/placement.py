"""Which game a row belongs to that lies below a hand or a seat."""

from typing import Any

from django.db import models

from games.models.tables import Game


def placement() -> "models.ForeignKey[Any, Any]":
    """The game of this row, so that the rows of one game can lie together and be found as one.

    The database fills it in where a row is inserted without it (migration 0053), and its hand or
    seat is what binds it: so it needs no constraint and no index, and goes with those.  It is
    empty where a reply address is about no one hand.
    """
    return models.ForeignKey(
        Game, models.DO_NOTHING, null=True, editable=False, db_constraint=False, db_index=False,
        related_name="+",
    )  # fmt: skip
