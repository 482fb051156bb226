"""After an update of the time zone database, future deadlines are computed again from
their rules.
"""

import logging

from accounts.operation import database_clock
from games import pace
from games.models import SeatClock
from games.services.hands import clocks
from games.services.notifications import hand_notices

log = logging.getLogger(__name__)


def retime() -> int:
    """Moves every future deadline that its rule now puts later, and notifies its player. Returns
    how many.

    No deadline moves to earlier. May be repeated.
    """
    running = SeatClock.objects.filter(clocks.MOVING, deadline__gt=database_clock.now())
    return sum(_retime(pk) for pk in running.order_by("pk").values_list("pk", flat=True))


def _retime(pk: int) -> bool:
    try:
        moved = clocks.give_rule(pk, lambda rule: rule)
    except pace.UnknownZone as gone:
        log.warning("Clock %s keeps its deadline: there is no zone %s any more.", pk, gone)
        return False
    clock = SeatClock.objects.select_related("hand", "seat").filter(pk=pk).first()
    if moved and clock is not None:
        hand_notices.deadline_moved(clock)
    return moved
