"""What is killed while people play, and what must be true afterwards."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.cluster import engines
from tests.cluster.parts import BIN, PASSWORD, ROOT, Part, ports, until

WEBS, WORKERS, LISTENERS = 3, 3, 2


@dataclass
class Cluster:
    """All parts; `ports` are where the web processes answer, `mails` the listeners for mail."""

    folder: Path
    postgres: engines.Postgres
    rabbit: engines.Rabbit
    parts: list[Part] = field(default_factory=list)
    ports: list[int] = field(default_factory=list)
    mails: list[int] = field(default_factory=list)

    def stop(self) -> None:
        """The last ones that came go first."""
        for part in reversed(self.parts):
            part.stop()
        for n in range(engines.NODES):
            self.kill_postmaster(n)

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def kill_postmaster(self, n: int) -> None:
        with suppress(OSError, ValueError):
            text = (self.folder / f"pg{n}" / "postmaster.pid").read_text("ascii")
            os.kill(int(text.splitlines()[0]), signal.SIGKILL)

    def kill(self, kind: str) -> str:
        """Kills one of that kind; says which."""
        if kind == "primary":
            n = self.postgres.leader()
            if n is None:
                return "nobody led"
            host = self.part(f"patroni{n}")  # Patroni and its server, away for longer than its ttl
            host.pause = 2.5 * engines.TTL
            host.kill()
            self.kill_postmaster(n)
            return f"pg{n}"
        names = [part.name for part in self.parts if part.name.rstrip("0123456789") == kind]
        name = random.choice(names)
        self.part(name).kill()
        return name


def bring_up(cluster_folder: Path, smtp: int) -> Cluster:
    """Starts all, from the stores up, and waits for each floor."""
    stores, where = engines.etcd(cluster_folder)
    rabbit = engines.Rabbit(cluster_folder)
    cluster = Cluster(cluster_folder, engines.Postgres(cluster_folder, where), rabbit)
    caches, cache_port = engines.redis(cluster_folder)
    proxy, leader_port, follower_port = engines.haproxy(cluster_folder, cluster.postgres)
    pooler, pooler_port = engines.pgbouncer(cluster_folder, leader_port)
    _start(cluster, [*stores, *rabbit.parts, *caches, *cluster.postgres.parts])
    until(cluster.postgres.whole, 120, "PostgreSQL has no leader with a synchronous standby")
    rabbit.join()
    _start(cluster, [proxy, pooler])
    leader = f"postgres://tideweb:{PASSWORD}@127.0.0.1:{leader_port}"
    _tell(leader, pooler_port, follower_port, cache_port, smtp, rabbit.url)
    os.environ["STATIC_ROOT"] = str(cluster_folder / "static")
    _prepare(leader)
    _start(cluster, _ours(cluster))
    until(lambda: all(_answers(port) for port in cluster.ports), 90, "the web does not answer")
    until(rabbit.copies_queues, 60, "the queues are on one node of RabbitMQ alone")
    return cluster


def _start(cluster: Cluster, parts: list[Part]) -> None:
    for part in parts:
        cluster.parts.append(part.start())


def _tell(leader: str, pooler: int, follower: int, cache: int, smtp: int, broker: str) -> None:
    """The environment that every process of ours is started with."""
    from tests import pgplugin

    os.environ |= {
        **pgplugin.ENVIRONMENT,
        "DATABASE_URL": f"postgres://tideweb:{PASSWORD}@127.0.0.1:{pooler}/tideweb",
        "DATABASE_REPLICA_URL": f"postgres://tideweb:{PASSWORD}@127.0.0.1:{follower}/tideweb",
        "DATABASE_POOLER": "true",
        "CELERY_BROKER_URL": broker,
        "BROKER_QUEUE_TYPE": "quorum",
        "CACHE_URL": f"rediscache://127.0.0.1:{cache}/1",
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp}",
        "SWEEP_SECONDS": "5",
        "OUTAGE_AFTER": "0",
        "API_RATE_PERSON": "1000000/min",
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "tideweb.settings",
    }


def _prepare(leader: str) -> None:
    """The database, the role's limits (a pooler passes none on) and the schema, past it; and the
    static files.
    """
    import subprocess
    import sys

    import psycopg

    from tideweb.environment import LIMITS

    with psycopg.connect(leader.replace("postgres:", "postgresql:") + "/postgres",
                         autocommit=True) as line:  # fmt: skip
        line.execute("CREATE DATABASE tideweb")
        for name, value in LIMITS.items():
            line.execute(f"ALTER ROLE tideweb SET {name} = '{value}'")
    environment = {**os.environ, "DATABASE_URL": f"{leader}/tideweb"}
    for words in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        command = [sys.executable, "manage.py", *words]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


def _ours(cluster: Cluster) -> list[Part]:
    cluster.ports = ports(WEBS)
    cluster.mails = ports(LISTENERS)
    webs = [
        Part(f"web{n}", [str(BIN / "granian"), "tideweb.wsgi:application", "--interface", "wsgi",
                         "--port", str(port), "--blocking-threads", "4", "--no-ws"],
             cluster.folder)
        for n, port in enumerate(cluster.ports)
    ]  # fmt: skip
    workers = [
        Part(f"worker{n}", [str(BIN / "celery"), "--app", "tideweb", "worker", "--concurrency",
                            "1", "--without-gossip", "--without-mingle", "--without-heartbeat"],
             cluster.folder)
        for n in range(WORKERS)
    ]  # fmt: skip
    mails = [
        Part(f"mailin{n}", [str(BIN / "python"), "manage.py", "mailin"], cluster.folder,
             {"MAILIN_PORT": str(port)})
        for n, port in enumerate(cluster.mails)
    ]  # fmt: skip
    return [*webs, *workers, *mails]


def _answers(port: int) -> bool:
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3) as answer:
        return bool(answer.status == 200)


def whole_again(cluster: Cluster, kind: str, seconds: float = 120) -> float:
    """Waits until one leads with a synchronous standby and all webs answer, and after a node of
    RabbitMQ until each knows of all; how long that took.
    """
    begun = time.monotonic()
    until(
        lambda: cluster.postgres.whole() and all(_answers(port) for port in cluster.ports),
        seconds,
        "the cluster does not become whole again",
    )
    if kind == "rabbit":
        until(cluster.rabbit.whole, seconds, "RabbitMQ does not become whole again")
    return time.monotonic() - begun
