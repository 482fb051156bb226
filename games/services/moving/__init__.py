"""Moving a running game from one server to another: its rows, opened, in a file of their own.

The file is sealed with a key made for it alone. Whoever has both can see all cards.
"""
