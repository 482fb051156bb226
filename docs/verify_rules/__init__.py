"""The rules of each game a second time, for `verify.py`: a game `some-game` is `some_game.py`.

Each is written from the text of its rules, and shares no code with the project.  It has a class
`Game(seats, options)`:

* `SEATS`, `RULES` and `OPTIONS`: the numbers of seats that it may have, the version of the rules,
  and the values of each option, its default first;
* `play()` tells the whole game as a generator.  It yields `("shuffle", items)` and is sent the
  order; it yields `("hand", {seat: answers that are possible})` and is sent one answer by seat;
* `asides(seat)` and `aside(seat, act)`: what a seat may do out of turn, and that it does;
* `outcome()`: scores by seat and winners, None while it is played.
"""

from collections.abc import Generator
from typing import Any

Story = Generator[tuple[str, Any], Any, Any]
