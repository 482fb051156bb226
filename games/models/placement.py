"""The game column of rows that belong to a hand or a seat."""

from typing import Any

from django.db import models

from games.models.tables import Game


def placement() -> "models.ForeignKey[Any, Any]":
    """A denormalised foreign key to the game, so that the rows of a game can be stored and found
    together.

    A trigger fills it in on insert (migration 0053). It has neither constraint nor index, since the
    hand or seat already ties the row to its game. Null for a reply address about more than one
    hand.
    """
    return models.ForeignKey(
        Game, models.DO_NOTHING, null=True, editable=False, db_constraint=False, db_index=False,
        related_name="+",
    )  # fmt: skip
