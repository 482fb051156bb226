"""Leaks of the admin: columns, searches, look-ups, names of rows."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games import game_secrets
from games.models import Bid
from tests.secrecy.leaks.planting import Leak, Unlike, everything, instead

SOME_IN, OPEN = "tide: some bids are in", "tide: open table"


def _said(bid: Bid) -> str:
    game = bid.hand.game
    return game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index).notation


def answer(bid: Bid) -> str:
    """A column of the list of bids."""
    return _said(bid)


def _with_everything(standing: Any) -> Any:
    """Adds a line below what a spectator sees."""
    return lambda game, names: [*standing(game, names), everything(game)]


def _searching(search: Any) -> Any:
    """Finds a bid by what it says."""

    def searched(self: Any, request: HttpRequest, rows: "QuerySet[Any]", term: str) -> Any:
        if rows.model is not Bid:
            return search(self, request, rows, term)
        found = [bid.pk for bid in Bid.objects.all() if _said(bid) == term]
        return rows.filter(pk__in=found), False

    return searched


def _named(_str: Any) -> Any:
    return lambda bid: f"bid {_said(bid)}"


def _ordered(ordered: Any) -> Any:
    """Only rows whose answer is the one first seen."""
    unlike = Unlike()

    def rows(self: Any, request: HttpRequest) -> "QuerySet[Any]":
        found = ordered(self, request)
        if found.model is not Bid:
            return found
        other = [bid.pk for bid in Bid.objects.all() if unlike(bid.pk, _said(bid))]
        return found.exclude(pk__in=other)

    return rows


LEAKS = [
    Leak("a column of a list", "admin", SOME_IN, instead(
        "games.admin.lists.BidAdmin.list_display", lambda columns: (*columns, answer))),
    Leak("a line of a page", "admin", "boat: tricks", instead(
        "games.admin.game_page._standing", _with_everything)),
    Leak("a search over sealed values", "admin", SOME_IN, instead(
        "accounts.staff.read_only_admin.ReadOnlyAdmin.get_search_results", _searching)),
    Leak("the name of a row", "admin", SOME_IN, instead("games.models.Bid.__str__", _named)),
    Leak("rows by what they say", "admin", SOME_IN, instead(
        "accounts.staff.read_only_admin.ReadOnlyAdmin.get_queryset", _ordered)),
    Leak("look-ups on any column", "admin", OPEN, instead(
        "accounts.staff.read_only_admin.ReadOnlyAdmin.lookup_allowed",
        lambda _allowed: lambda *_args: True)),
    Leak("a column of entropies", "admin", OPEN, instead(
        "games.admin.lists.SeatAdmin.list_display", lambda columns: (*columns, "entropy"))),
]  # fmt: skip
