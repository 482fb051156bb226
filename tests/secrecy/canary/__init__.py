"""A game whose hidden values occur nowhere else, and everything searched for them.

`rules` and `words` are a small game whose cards are such words, `play` plays it through every
door, `searching` looks through the whole database, logs and answers.
"""
