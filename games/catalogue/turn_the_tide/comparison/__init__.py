"""Compares players by what they made of each set of cards (see `games.wording.comparison`)."""

from games.catalogue.turn_the_tide.comparison.insights import heading, insights, lede
from games.catalogue.turn_the_tide.comparison.measures import SHEET, TEMPLATE, as_json, compared

__all__ = ["SHEET", "TEMPLATE", "as_json", "compared", "heading", "insights", "lede"]
