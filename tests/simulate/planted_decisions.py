"""Faults in what people decide besides answering; tests/simulate/planted.py has the others."""

from tests.simulate.planting import Planted

DECISIONS = [
    Planted(
        "a mail overtaken by what a bot played",
        "games.services.hands.bidding:_check_time",
        "bid.via in Bid.GIVEN and ",
        "bid.via in (*Bid.GIVEN, 'bot') and ",
    ),
    Planted(
        "turned while the game stands still",
        "games.services.hands.bids:make_ready",
        "hand.paused or ",
        "",
    ),
    Planted(
        "a plan acknowledged and forgotten",
        "games.services.hands.plans:write",
        "        _keep(game, seat, text, given_at)\n",
        "        if len(text) < 20:\n            _keep(game, seat, text, given_at)\n",
    ),
    Planted(
        "more time given again and again",
        "games.services.seats.votes:_extend",
        "    seat.extended = True\n",
        "",
    ),
    Planted(
        "a game that does not go on",
        "games.services.seats.pausing:go_on",
        "    game.paused_at = None\n",
        "",
    ),
]
