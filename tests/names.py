"""Whom tests seat, in this order: `test_there_is_a_name_for_every_seat` sees that they suffice."""

NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute", "Tjark")
