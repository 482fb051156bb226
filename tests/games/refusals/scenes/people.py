"""Being friends, and asking somebody to a table by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.services.lobby import tables
from games.services.lobby.tables import TableSettings as Table
from games.services.people import friends
from tests.games.api.asking import ROOT, at, client
from tests.games.making import people
from tests.games.refusals.scenes import Wish, no


def befriending(patch: Any) -> Iterator[Wish]:
    marit, joost = people(2)
    ask = client(marit)
    yield no("not_befriendable", ask.put, f"{ROOT}/me/friends/{marit.name}")
    table = tables.make_table(marit, Table(name="Texel", seats=3))
    yield no("not_invitable", ask.put, at(table, "invitations", marit.name))
    patch.setattr(friends, "MAX_ASKED", 0)
    yield no("too_many_asked", ask.put, f"{ROOT}/me/friends/{joost.name}")


SCENES = (befriending,)
