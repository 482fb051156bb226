"""Every read, with its permission.  Entry points ask here and never query by themselves.

A read is called by the module where it lives: `selectors.game_view.record_of`.  What a person sees
of a game is always an observation (`observation_for`): the allow-list that each ruleset draws up
for a seat, or for a spectator.
"""

from games.selectors import access, due, game_view, hands, lobby, masthead, people, seats, talk

__all__ = ["access", "due", "game_view", "hands", "lobby", "masthead", "people", "seats", "talk"]
