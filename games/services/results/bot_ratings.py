"""Ratings of the bots' levels, from the games played here: a pool of their own.

People in these games count with their own rating, which does not change. A level that had several
seats in a game moves by the mean of what those seats would. A game in which light answers stood in
for a level says nothing about it.
"""

import re
from collections import defaultdict
from statistics import fmean

from games import kept_bids, rating_math
from games.models import Bid, BotRating, Game, RatedGame, Rating
from games.rating_math import Skill
from games.selectors.results.placings import leads_of, places_of, teams_of

LIGHT = 0  # stands for no level
STOOD_IN = "^(light|any):"  # how the trace of such an answer begins


def reckon(rated: RatedGame) -> None:
    """Updates the ratings of the levels that played in this game."""
    game = rated.game
    level_of = {
        seat.index: seat.level or LIGHT
        for seat in game.seats.select_related("user")
        if seat.user is not None and seat.user.is_bot
    }
    if len(level_of) == game.seat_count and len(set(level_of.values())) == 1:
        return  # one level against itself says nothing
    if _light_stood_in(game):
        return
    known = {row.level: row for row in BotRating.objects.filter(ruleset=game.ruleset)}
    people = _people(game)
    teams = teams_of(game)
    skills = [
        [
            skill_of(known.get(level_of[seat])) if seat in level_of else people.get(seat, Skill())
            for seat in team
        ]
        for team in teams
    ]
    moved = defaultdict(list)
    after = rating_math.after(skills, places_of(game, teams), leads_of(game, teams))
    for team, found in zip(teams, after, strict=True):
        for seat, now in zip(team, found, strict=True):
            if seat in level_of:
                moved[level_of[seat]].append(now)
    for level, every in moved.items():
        _write(known.get(level) or BotRating(ruleset=game.ruleset, level=level), every)


def _light_stood_in(game: Game) -> bool:
    if Bid.objects.filter(hand__game=game, trace__regex=STOOD_IN).exists():
        return True
    return any(re.match(STOOD_IN, bid.trace) for bid in kept_bids.of_game(game))


def _people(game: Game) -> dict[int, Skill]:
    """The ratings of the people in a game, by seat."""
    seat_of = {seat.user_id: seat.index for seat in game.seats.all() if seat.user_id is not None}
    rows = Rating.objects.filter(ruleset=game.ruleset, user__in=seat_of)
    return {seat_of[row.user_id]: Skill(row.mu, row.sigma) for row in rows}


def skill_of(row: BotRating | Rating | None) -> Skill:
    return Skill(row.mu, row.sigma) if row else Skill()


def _write(row: BotRating, every: list[Skill]) -> None:
    now = Skill(fmean(each.mu for each in every), fmean(each.sigma for each in every))
    row.mu, row.sigma, row.shown = now.mu, now.sigma, now.shown
    row.games += 1
    row.save()
