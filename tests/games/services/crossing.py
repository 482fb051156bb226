"""Two transactions of which one waits for the other, without guessing how long anything takes."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

PATIENCE = 20.0  # seconds


class Beside:
    """A job in another thread, on a connection of its own."""

    def __init__(self, job: Callable[[], object]) -> None:
        self._job, self._pid, self._connected = job, 0, threading.Event()
        self._result: object = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            connection.ensure_connection()
            self._pid = connection.connection.info.backend_pid
            self._connected.set()
            self._result = self._job()
        except Exception as error:  # noqa: BLE001 (handed to the test)
            self._result = error
        finally:
            connection.close()

    def until_it_waits(self) -> None:
        """Returns once it waits for a lock that somebody else holds, or has ended."""
        assert self._connected.wait(PATIENCE)
        while self._thread.is_alive() and not self._is_blocked():
            self._thread.join(0.01)

    def _is_blocked(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self._pid])
            return bool(cursor.fetchone()[0])

    def result(self) -> object:
        """What it returned or raised."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self._result


def crossed(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
    """What both returned or raised. The second begins when the first has locked a game, and the
    first goes on when the second waits for it."""
    begun: list[Beside] = []

    def meets(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if not begun and "games_game" in sql and "FOR NO KEY UPDATE" in sql:
            begun.append(Beside(second))
            begun[0].until_it_waits()
        return done

    def watched() -> object:
        with connection.execute_wrapper(meets):
            return first()

    came = Beside(watched).result()
    assert begun, "the first has locked no game"
    return [came, begun[0].result()]
