"""Notices on the site: shown behind the bell from when they are true until they are read."""

from types import TracebackType

from accounts import ahead, reach
from accounts.kinds import Brief
from accounts.models import Notice
from accounts.reach import NotSent

State = Notice.State


class SiteLine:
    """Nothing has to be carried anywhere: that a notice is settled as sent shows it."""

    def __enter__(self) -> "SiteLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None

    def send(self, notice: Notice) -> None:
        """Raises `NotSent` for what is no longer true, or not wished here."""
        reach.check(notice)
        if notice.recipient is None:
            raise NotSent(State.SUPPRESSED, "no_account")
        said: Brief | None = ahead.found("brief", notice)
        if said is None or not said.true:
            raise NotSent(State.DROPPED, "untrue")
