"""The sandbox: a cross table of the bots that people wrote."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.cross_table import Row, Share
from games.selectors.results import sandbox as reading
from games.web import listings
from games.wording import WORDINGS


@require_safe
def sandbox(request: HttpRequest) -> HttpResponse:
    """The cross table, which is public; bots enter by the API."""
    asked = request.GET.get("game", "")
    slug = asked if asked in WORDINGS else next(iter(WORDINGS))
    rows = reading.cross_table_of(slug)
    retired = reading.retired_among(row.player for row in rows)
    context = {
        "nav": "people",
        "games": listings.games_in_words(),
        "chosen": slug,
        "days": reading.DAYS,
        "rows": [_row(row, rows) | {"retired": row.player in retired} for row in rows],
    }
    return render(request, "games/sandbox.html", context)


def _row(row: Row, rows: list[Row]) -> dict[str, Any]:
    others = [None if each is row else row.against.get(each.player) for each in rows]
    return {
        "name": row.player,
        "total": _percent(row.total),
        "games": row.total.games,
        "cells": [_percent(each) if each else None for each in others],
    }


def _percent(found: Share) -> dict[str, int]:
    """Mean and confidence interval in percent."""
    told = {"share": found.mean, "low": found.low, "high": found.high}
    return {name: round(100 * value) for name, value in told.items()}
