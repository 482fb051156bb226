"""A letter comes back while others play: nobody waits for each other in a circle."""

from collections.abc import Callable
from threading import Event

import pytest
from django.db.models import QuerySet

from accounts.email import delivery_reports
from accounts.models import Choice, Notice, Suppression
from accounts.notifications import bounces
from games.models import Seat
from games.services import wake_workers
from games.services.seats import votes
from tests.accounts.making import member
from tests.games.making import running
from tests.games.services.sitting import at_once
from tests.waiting import somebody_waits_for_a_lock, until

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "550 5.1.1 no such user"
REPORTED: dict[str, Callable[[Notice], None]] = {
    "in the dialogue": lambda notice: bounces.refused(notice, WORDS),
    "by a report": lambda notice: bounces.record(notice, delivery_reports.answered(WORDS)),
}


@pytest.mark.parametrize("way", REPORTED)
def test_a_letter_comes_back_as_somebody_gives_time(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """That moves the deadline of the same letter, and it pauses the clocks of the same game."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    marit, joost, aoife = (member(name) for name in ("Marit", "Joost", "Aoife"))
    Choice.objects.create(user=aoife, kind="your_move", channel="site", wanted=False)
    game = running([marit, joost, aoife])
    notice = Notice.objects.get(recipient=aoife, kind="your_move", channel="mail")
    shown, show = Event(), bounces._show

    def show_slowly(notices: "QuerySet[Notice]") -> None:
        show(notices)
        if not shown.is_set():
            shown.set()
            assert until(somebody_waits_for_a_lock)

    def give_time() -> None:
        assert shown.wait(10)
        votes.extend(marit, game.code, 1)

    monkeypatch.setattr(bounces, "_show", show_slowly)
    assert at_once(lambda: REPORTED[way](notice), give_time) == [None, None]
    assert Suppression.objects.get().address == aoife.email
    assert Seat.objects.get(user=marit).extended
    assert Notice.objects.get(pk=notice.pk).shown
