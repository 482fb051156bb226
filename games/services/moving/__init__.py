"""A running game that goes from one server to another: its rows, opened, in a file of their own.

The file is sealed with a key that was made for it alone; whoever has both has all cards.
"""
