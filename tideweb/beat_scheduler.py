"""The scheduler of Celery beat."""

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """Goes on when the host's clock was set back.

    Celery's would wait until it is as late again as it was at the last run, a day for instance, and
    also after a restart, since the times of the last runs are kept in a file.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = self.app.now()
        ahead = [each for each in self.schedule.values() if (each.last_run_at or now) > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            self.populate_heap()
        return float(super().tick(*args, **kwargs))
