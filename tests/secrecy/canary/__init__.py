"""A game whose hidden values occur nowhere else, and a search for them everywhere.

`rules` and `words` are a small game whose cards are such words; `play` plays it through every
interface; `searching` searches the whole database, logs and responses.
"""
