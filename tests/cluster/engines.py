"""PostgreSQL under Patroni with etcd, HAProxy and PgBouncer in front; RabbitMQ; Redis."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from tests.cluster.parts import PASSWORD, RABBITMQ, Part, ports, postgres, until

NODES = 3
TTL, LOOP, RETRY = 10, 1, 3  # seconds: how soon a leader that is gone is followed by another


def etcd(folder: Path) -> tuple[list[Part], list[str]]:
    """Three, and where they answer."""
    client, peer = ports(NODES), ports(NODES)
    cluster = ",".join(f"e{n}=http://127.0.0.1:{peer[n]}" for n in range(NODES))
    parts = [
        Part(
            f"etcd{n}",
            ["etcd", "--name", f"e{n}", "--data-dir", str(folder / f"etcd{n}"),
             "--listen-client-urls", f"http://127.0.0.1:{client[n]}",
             "--advertise-client-urls", f"http://127.0.0.1:{client[n]}",
             "--listen-peer-urls", f"http://127.0.0.1:{peer[n]}",
             "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer[n]}",
             "--initial-cluster", cluster, "--initial-cluster-state", "new",
             "--log-level", "error"],
            folder,
        ) for n in range(NODES)
    ]  # fmt: skip
    return parts, [f"127.0.0.1:{port}" for port in client]


class Postgres:
    """Three under Patroni, one of them synchronous; who leads is asked of each."""

    def __init__(self, folder: Path, stores: list[str]) -> None:
        self.rest, self.port = ports(NODES), ports(NODES)
        self.parts = []
        for n in range(NODES):
            file = folder / f"patroni{n}.yml"
            file.write_text(self._settings(folder, n, stores), "utf-8")
            self.parts.append(Part(f"patroni{n}", ["patroni", str(file)], folder, user="postgres"))

    def _settings(self, folder: Path, n: int, stores: list[str]) -> str:
        account = {"username": "tideweb", "password": PASSWORD}
        rules = ["local all all trust", "host all all 127.0.0.1/32 md5",
                 "host replication all 127.0.0.1/32 md5"]  # fmt: skip
        return json.dumps({
            "scope": "tideweb",
            "name": f"pg{n}",
            "restapi": {"listen": f"127.0.0.1:{self.rest[n]}",
                        "connect_address": f"127.0.0.1:{self.rest[n]}"},
            "etcd3": {"hosts": stores},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL, "loop_wait": LOOP, "retry_timeout": RETRY,
                    "synchronous_mode": True, "primary_start_timeout": 0,
                    "postgresql": {"use_pg_rewind": True, "parameters": {
                        "max_connections": 60, "wal_keep_size": "256MB",
                        "password_encryption": "md5"}},
                },
                "initdb": [{"encoding": "UTF8"}, "data-checksums"],
                "pg_hba": rules,
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port[n]}",
                "connect_address": f"127.0.0.1:{self.port[n]}",
                "data_dir": str(folder / f"pg{n}"), "bin_dir": str(postgres()),
                "pgpass": str(folder / f"pgpass{n}"),
                "authentication": {"superuser": account, "replication": account,
                                   "rewind": account},
                "parameters": {"unix_socket_directories": str(folder)},
                "pg_hba": rules,
            },
        })  # fmt: skip

    def role(self, n: int, role: str) -> bool:
        """Whether Patroni says that this one has it: primary, replica or synchronous."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest[n]}/{role}", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def leader(self) -> int | None:
        return next((n for n in range(NODES) if self.role(n, "primary")), None)

    def whole(self) -> bool:
        """One leads, and one follows it at every commit."""
        return self.leader() is not None and any(self.role(n, "synchronous") for n in range(NODES))


def haproxy(folder: Path, postgres: Postgres) -> tuple[Part, int, int]:
    """Two ports: of whoever leads, and of those that follow."""
    first, other = ports(2)

    def listen(name: str, port: int, way: str) -> str:
        servers = "\n".join(
            f"  server pg{n} 127.0.0.1:{postgres.port[n]} check port {postgres.rest[n]}"
            for n in range(NODES)
        )
        return (
            f"listen {name}\n  bind 127.0.0.1:{port}\n  option httpchk GET /{way}\n"
            "  http-check expect status 200\n"
            "  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions\n"
            f"{servers}\n"
        )

    file = folder / "haproxy.cfg"
    file.write_text(
        "defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n"
        "  timeout check 2s\n"
        + listen("leader", first, "primary")
        + listen("followers", other, "replica"),
        "utf-8",
    )
    return Part("haproxy", ["haproxy", "-db", "-f", str(file)], folder), first, other


def pgbouncer(folder: Path, upstream: int) -> tuple[Part, int]:
    (port,) = ports(1)
    users = folder / "users.txt"
    users.write_text(f'"tideweb" "{PASSWORD}"\n', "utf-8")
    file = folder / "pgbouncer.ini"
    file.write_text(
        f"[databases]\ntideweb = host=127.0.0.1 port={upstream} dbname=tideweb\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = md5\n"
        f"auth_file = {users}\npool_mode = transaction\nmax_client_conn = 200\n"
        "default_pool_size = 15\nserver_login_retry = 1\nquery_wait_timeout = 15\n"
        "server_connect_timeout = 3\n",
        "utf-8",
    )
    return Part("pgbouncer", ["pgbouncer", str(file)], folder, user="postgres"), port


class Rabbit:
    """Three nodes of one cluster."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, ports(NODES)
        dist, self.parts = ports(NODES), []
        for n in range(NODES):
            home = folder / f"rabbit{n}"
            home.mkdir()
            cookie = home / ".erlang.cookie"
            cookie.write_text("of-the-cluster", "ascii")
            cookie.chmod(0o400)
            environment = {
                "HOME": str(home), "RABBITMQ_NODENAME": f"tw{n}@localhost",
                "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": str(self.port[n]),
                "RABBITMQ_DIST_PORT": str(dist[n]), "RABBITMQ_MNESIA_BASE": str(home),
                "RABBITMQ_LOG_BASE": str(home), "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "none"),
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none",
                "RABBITMQ_PID_FILE": str(home / "pid"), "RABBITMQ_CONFIG_FILE": str(home / "no"),
            }  # fmt: skip
            self.parts.append(
                Part(f"rabbit{n}", [str(RABBITMQ / "rabbitmq-server")], folder, environment)
            )

    def join(self) -> None:
        """The second and third become one with the first."""
        for n in range(NODES):
            until(lambda n=n: self._ask(n, "await_startup"), 120, f"rabbit{n} does not start")  # type: ignore[misc]
        for n in range(1, NODES):
            for words in (["stop_app"], ["join_cluster", "tw0@localhost"], ["start_app"]):
                if not self._ask(n, *words):
                    raise OSError(f"rabbit{n} does not join: {words}")

    def whole(self) -> bool:
        """Each node runs, and knows of all."""
        return all(self._sees_all(n) for n in range(NODES))

    def _sees_all(self, n: int) -> bool:
        done = self._run(n, "cluster_status", "--formatter", "json")
        if done.returncode:
            return False
        return len(json.loads(done.stdout).get("running_nodes", [])) == NODES

    def _ask(self, n: int, *words: str) -> bool:
        return self._run(n, *words).returncode == 0

    def _run(self, n: int, *words: str) -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, **self.parts[n].environment}
        command = [str(RABBITMQ / "rabbitmqctl"), "-q", "-n", f"tw{n}@localhost", *words]
        return subprocess.run(command, env=environment, capture_output=True, check=False)

    def copies_queues(self) -> bool:
        """Whether every node has what waits in the queues of Celery."""
        done = self._run(0, "list_queues", "name", "type", "--formatter", "json")
        types = {each["name"]: each["type"] for each in json.loads(done.stdout or "[]")}
        return types.get("celery") == types.get("bots") == "quorum"

    @property
    def url(self) -> str:
        return ";".join(f"amqp://guest:guest@127.0.0.1:{port}//" for port in self.port)


def redis(folder: Path) -> tuple[list[Part], int]:
    """One, and one that follows it."""
    first, other = ports(2)
    common = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    return [
        Part("redis0", ["redis-server", "--port", str(first), *common], folder),
        Part("redis1", ["redis-server", "--port", str(other), *common,
                        "--replicaof", "127.0.0.1", str(first)], folder),
    ], first  # fmt: skip
