"""Bots that search: they play many imagined worlds to the end at once, with NumPy.

They know what the players of `games.bots` know (an observation), and remember public events;
nothing here knows about games in the database. NumPy is optional (the extra `engine`): without it,
importing a module of this package raises ImportError.
"""
