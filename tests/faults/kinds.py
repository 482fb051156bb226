"""The kinds of faults: each injects one fault into a stack and, if it doesn't heal by itself, ends
it. Nothing here helps the services.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.faults.stack import Stack, Unit
from tideweb.embedded.postgres import ServerError

Kind = Callable[[Stack], None]
AWHILE = (1.0, 4.0)  # seconds that something is stopped or unavailable
SWEPT = 8.0  # seconds within which workers look for due work
LOOKS = 2000
WRITING = (
    "SELECT pid FROM pg_stat_activity WHERE backend_xid IS NOT NULL "
    "AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1"
)
RUN_OUT = (
    "UPDATE games_seatclock clock SET deadline = now() + seat.index * interval '20 s' "
    "+ interval '1 s' FROM games_seat seat, games_hand hand WHERE seat.id = clock.seat_id "
    "AND hand.id = clock.hand_id AND hand.state = 'open' AND clock.answered_at IS NULL",
    "UPDATE games_hand hand SET deadline = (SELECT max(clock.deadline) FROM games_seatclock clock "
    "WHERE clock.hand_id = hand.id) WHERE hand.state = 'open' "
    "AND EXISTS (SELECT FROM games_seatclock clock WHERE clock.hand_id = hand.id)",
)
FAKETIME = [str(each) for each in Path("/usr/lib").glob("*/faketime/libfaketime.so.1")]


def _pause() -> None:
    time.sleep(random.uniform(*AWHILE))


def _send(stack: Stack, name: str, number: int, *, every: bool = False) -> None:
    units = stack.named(name)
    for unit in units if every else [random.choice(units)]:
        stack.signal(unit, number)


def _freeze(stack: Stack, name: str, *, every: bool = False) -> None:
    units = stack.named(name) if every else [random.choice(stack.named(name))]
    for unit in units:
        stack.signal(unit, signal.SIGSTOP)
    _pause()
    for unit in units:
        stack.signal(unit, signal.SIGCONT)


def _child(stack: Stack) -> None:
    """One process of a worker's pool."""
    parent = random.choice(stack.named("worker")).pid()
    found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, check=False)
    if children := found.stdout.split():
        _kill(int(random.choice(children)))


def _kill(pid: int, number: int = signal.SIGKILL) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _database(stack: Stack, number: int) -> None:
    """Ends the database server with this signal; it is restarted."""
    process = stack.database._process
    assert process is not None
    process.send_signal(number)
    process.wait(60)
    _restart(stack)


def _restart(stack: Stack) -> None:
    for _try in range(30):
        try:
            return stack.database.start()
        except ServerError:  # old backends may still be ending
            time.sleep(1)
    raise RuntimeError("The database does not come up again.")


def _backend(stack: Stack, number: int) -> None:
    pid = random.choice(stack.backends() or [0])
    if not pid:
        return
    _kill(pid, number)
    if number == signal.SIGSTOP:
        _pause()
        _kill(pid, signal.SIGCONT)


def _backends(stack: Stack, function: str) -> None:
    with stack.connected() as connection:
        connection.execute(
            f"SELECT {function}(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )


def _writer(stack: Stack) -> int:
    """The backend of a connection between its first write and its commit; 0 if none came."""
    with stack.connected() as connection:
        for _look in range(LOOKS):
            row = connection.execute(WRITING).fetchone()
            if row is not None:
                return int(row[0])
    return 0


def _freeze_writer(stack: Stack) -> None:
    """Freezes such a backend, which holds its game's lock (or should)."""
    if pid := _writer(stack):
        _kill(pid, signal.SIGSTOP)
        _pause()
        _kill(pid, signal.SIGCONT)


def _cut_writer(stack: Stack) -> None:
    if pid := _writer(stack):
        _kill(pid, signal.SIGTERM)


def _time_runs_out(stack: Stack) -> None:
    """Leaves the open hands little time, some seats less than others; nobody answers on the page or
    by API before workers have swept.
    """
    webs = stack.named("web")
    for unit in webs:
        stack.signal(unit, signal.SIGSTOP)
    with stack.connected() as connection, connection.transaction():
        for step in RUN_OUT:
            connection.execute(step)
    time.sleep(SWEPT)
    for unit in webs:
        stack.signal(unit, signal.SIGCONT)


def _freeze_database(stack: Stack) -> None:
    process = stack.database._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    _pause()
    process.send_signal(signal.SIGCONT)


def _lock_held(stack: Stack) -> None:
    """Holds a game's row lock for a while, like somebody who forgets an open transaction."""
    with stack.connected() as connection, connection.transaction():
        connection.execute("SELECT 1 FROM games_game ORDER BY random() LIMIT 1 FOR UPDATE")
        _pause()


def _broker_away(stack: Stack, seconds: float = 0) -> None:
    stack.broker.stop()
    time.sleep(seconds) if seconds else _pause()
    stack.broker.start()


def _broker_frozen(stack: Stack) -> None:
    os.killpg(stack.broker._process.pid, signal.SIGSTOP)
    _pause()
    os.killpg(stack.broker._process.pid, signal.SIGCONT)


def _flushed(stack: Stack) -> None:
    stack.broker.flush()


def _post_refuses(stack: Stack) -> None:
    stack.close_post()
    _pause()
    stack.open_post()


def _post_says(stack: Stack, what: str, answer: str) -> None:
    before = getattr(stack.sink, what)
    setattr(stack.sink, what, answer)
    _pause()
    setattr(stack.sink, what, before)


def _post_hangs(stack: Stack) -> None:
    """The mail server hangs, longer than anybody waits, once it has the letter."""
    stack.sink.dawdles = 12
    _pause()
    stack.sink.dawdles = 0


def _post_dies(stack: Stack) -> None:
    stack.sink.drops = 2
    _pause()
    stack.sink.drops = 0


def _disk_full(stack: Stack) -> None:
    filler = Path(stack.place.home) / "filler"
    with suppress(OSError), filler.open("wb") as file:
        while True:
            file.write(b"\0" * 2**20)
            file.flush()
    _pause()
    filler.unlink()
    if not stack.database.alive():
        _restart(stack)


def _clock(stack: Stack, shift: str) -> None:
    """Shifts the clock of one worker's host for a while."""
    unit: Unit = random.choice(stack.named("worker"))
    unit.extra = {"LD_PRELOAD": FAKETIME[0], "FAKETIME": shift, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    stack.signal(unit, signal.SIGKILL)
    time.sleep(12)  # until it has started and swept
    unit.extra = {}
    stack.signal(unit, signal.SIGKILL)


def _everything(stack: Stack) -> None:
    for name in ("web", "worker", "beat", "mailin"):
        _send(stack, name, signal.SIGKILL, every=True)
    _database(stack, signal.SIGKILL)


def _ends(name: str, *, every: bool = False, number: int = signal.SIGKILL) -> Kind:
    return partial(_send, name=name, number=number, every=every)


KINDS: dict[str, Kind] = {
    "kill a web": _ends("web"),
    "kill every web": _ends("web", every=True),
    "end a web": _ends("web", number=signal.SIGTERM),
    "freeze a web": partial(_freeze, name="web"),
    "freeze every web": partial(_freeze, name="web", every=True),
    "kill a worker": _ends("worker"),
    "kill every worker": _ends("worker", every=True),
    "kill one of a worker's pool": _child,
    "end a worker": _ends("worker", number=signal.SIGTERM),
    "freeze a worker": partial(_freeze, name="worker"),
    "freeze every worker": partial(_freeze, name="worker", every=True),
    "kill a beat": _ends("beat"),
    "kill every beat": _ends("beat", every=True),
    "kill the listener for mail": _ends("mailin"),
    "freeze the listener for mail": partial(_freeze, name="mailin"),
    "kill the database": partial(_database, number=signal.SIGKILL),
    "end the database at once": partial(_database, number=signal.SIGQUIT),
    "end the database": partial(_database, number=signal.SIGINT),
    "freeze the database": _freeze_database,
    "kill a backend": partial(_backend, number=signal.SIGKILL),
    "freeze a backend": partial(_backend, number=signal.SIGSTOP),
    "freeze who writes": _freeze_writer,
    "cut who writes": _cut_writer,
    "time runs out": _time_runs_out,
    "cut every connection": partial(_backends, function="pg_terminate_backend"),
    "cancel every statement": partial(_backends, function="pg_cancel_backend"),
    "hold a game's lock": _lock_held,
    "empty the broker": _flushed,
    "kill the broker": _broker_away,
    "freeze the broker": _broker_frozen,
    "mail server refuses": _post_refuses,
    "mail server wants it later": partial(_post_says, what="data", answer="451 later"),
    "mail server takes nobody": partial(_post_says, what="rcpt", answer="451 later"),
    "mail server hangs after DATA": _post_hangs,
    "mail server dies after DATA": _post_dies,
    "kill everything": _everything,
}
BY_ROOT: dict[str, Kind] = {"fill the disk": _disk_full}
WITH_FAKETIME: dict[str, Kind] = {
    "a worker's clock is ahead": partial(_clock, shift="+2h"),
    "a worker's clock is behind": partial(_clock, shift="-2h"),
}
LONG: dict[str, Kind] = {"broker away for an hour": partial(_broker_away, seconds=3600)}


ALL = KINDS | BY_ROOT | WITH_FAKETIME | LONG


def possible(stack: Stack) -> dict[str, Kind]:
    """The kinds that are possible on this machine, but for those that take an hour."""
    return KINDS | (BY_ROOT if stack.disk else {}) | (WITH_FAKETIME if FAKETIME else {})
