"""`manage.py up`: the whole of Tideweb from one command. `make run` calls it."""

from __future__ import annotations

import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from accounts.security import key_check
from tideweb.embedded import lock, ports
from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.borrow import embedded_server
from tideweb.embedded.postgres import Server, ServerError
from tideweb.embedded.statics import lay_out
from tideweb.embedded.supervisor import Child, Supervisor
from tideweb.message_catalogues import compile_catalogues

PATIENCE = 60.0  # for the first answer of the web process


class Command(BaseCommand):
    help = "Start everything: database (unless DATABASE_URL is set), web, worker, beat, mail."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            held = lock.take(settings.VAR / "up.lock")
            host = os.environ.get("HOST") or "127.0.0.1"
            port = ports.choose("PORT", settings.PORT, host)
            mail_port = ports.choose("MAILIN_PORT", settings.MAILIN_PORT, settings.MAILIN_HOST)
            events_port = ports.choose("EVENTS_PORT", port + 1, host)
            server = embedded_server() if settings.EMBEDDED else None
            if server is not None:
                server.start()
        except (lock.Held, ports.PortTaken, NoBinaries, ServerError) as error:
            raise CommandError(str(error)) from error
        environment = children_environment(port, mail_port)
        family = Supervisor(
            children(host, port, events_port), environment, str(settings.BASE_DIR), [held]
        )
        family.listen()
        try:
            prepare(self, server)
            if not family.ending:
                family.run(Watch(family, server, host, port).look)
        finally:
            if server is not None:
                server.stop()
        self.stdout.write("Everything has ended. The next start continues where this one was.")


def prepare(command: BaseCommand, server: Server | None) -> None:
    """Tables, static files and message catalogues; quick when there is nothing to do."""
    if server is not None and server.place.home.parent != settings.VAR:
        command.stdout.write(
            f"The database lives in {server.place.home}, since PostgreSQL does not run as root "
            f"and no other user can walk to {settings.VAR}."
        )
    if server is not None and server.moved_aside is not None:
        command.stdout.write(
            f"A database of an earlier {settings.VAR}, whose secrets are gone, was there; it was "
            f"moved to {server.moved_aside}, and a new one was made."
        )
    refuse_wrong_keys()
    call_command("migrate", interactive=False, verbosity=0)
    connections.close_all()
    if settings.EMBEDDED:
        lay_out(settings.STATIC_ROOT)
    try:
        compile_catalogues(settings.LOCALE_PATHS)
    except OSError as error:
        command.stderr.write(f"The message catalogues could not be compiled: {error}")


def refuse_wrong_keys() -> None:
    """Before anything is changed: somebody may have put another file of keys in place."""
    try:
        key_check.check()
    except key_check.WrongKey as wrong:
        raise CommandError(str(wrong)) from None


def children_environment(port: int, mail_port: int) -> dict[str, str]:
    return {
        **os.environ,
        "PORT": str(port),
        "MAILIN_PORT": str(mail_port),
        "TIDEWEB_VAR": str(settings.VAR),
        "STATIC_ROOT": str(settings.STATIC_ROOT),
        "PYTHONUNBUFFERED": "1",
    }


def children(host: str, port: int, events_port: int) -> list[Child]:
    """Web, streams of events, worker, mail-in with beat, and the demo that is made once."""
    manage = [sys.executable, str(Path(settings.BASE_DIR, "manage.py"))]
    family = [
        Child("web", web_command(host, port)),
        Child("events", events_command(host, events_port)),
        Child("worker", worker_command()),
    ]
    if "mailin" in get_commands():
        family.append(Child("mail", [*manage, "mailin", "--beat"]))
    if settings.TIDEWEB_DEMO and "demo" in get_commands():
        family.append(Child("demo", [*manage, "demo"], once=True))
    return family


def web_command(host: str, port: int) -> list[str]:
    return [
        sys.executable, "-m", "granian", "tideweb.wsgi:application",
        "--interface", "wsgi", "--host", host, "--port", str(port),
        "--workers", os.environ.get("WEB_WORKERS", "1"),
        "--blocking-threads", os.environ.get("WEB_THREADS", "4"),
        "--workers-kill-timeout", "3", "--respawn-failed-workers",
        "--no-ws", "--log-level", "warning",
    ]  # fmt: skip


def events_command(host: str, port: int) -> list[str]:
    return [
        sys.executable, "-m", "granian", "tideweb.event_stream:application",
        "--interface", "asgi", "--host", host, "--port", str(port), "--workers", "1",
        "--workers-kill-timeout", "3", "--respawn-failed-workers",
        "--no-ws", "--log-level", "warning",
    ]  # fmt: skip


def worker_command() -> list[str]:
    return [
        sys.executable, "-m", "celery", "--app", "tideweb", "--quiet", "worker",
        "--pool", "threads", "--concurrency", os.environ.get("WORKER_THREADS", "4"),
        "--without-gossip", "--without-mingle", "--without-heartbeat",
        "--loglevel", settings.LOGGING["root"]["level"],
    ]  # fmt: skip


class Watch:
    """Says once where the site is, and restarts a database that died."""

    def __init__(self, family: Supervisor, server: Server | None, host: str, port: int) -> None:
        self._family = family
        self._server = server
        wildcard = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
        self._probe = f"http://{wildcard.get(host, host)}:{port}/healthz"
        named = os.environ.get("SITE_URL")
        self._address = f"{named.rstrip('/')}/" if named else f"http://localhost:{port}/"
        self._until = time.monotonic() + PATIENCE
        self._next_try = 0.0
        self._said = False

    def look(self) -> None:
        if self._server is not None and not self._server.alive():
            self._revive(self._server)
        if not self._said and self._ready():
            self._said = True
            self._greet()

    def _revive(self, server: Server) -> None:
        if time.monotonic() < self._next_try:
            return
        self._next_try = time.monotonic() + 1.0
        self._family.printer.line("The database ended unexpectedly; starting it again.")
        try:
            server.start()
        except ServerError as error:  # its last children may still be on their way out
            self._family.printer.line(f"Not yet: {error}")

    def _ready(self) -> bool:
        if time.monotonic() > self._until:
            self._until = float("inf")
            self._family.printer.line("The web process does not answer yet: see its lines above.")
        return self._family.once_done() and answers(self._probe)

    def _greet(self) -> None:
        lines = ["", f"Tideweb is at {self._address}"]
        link = Path(settings.VAR, "demo-link")
        if settings.TIDEWEB_DEMO and link.exists():
            lines.append(f"Sign in as the demo player: {link.read_text(encoding='utf-8').strip()}")
        if settings.TIDEWEB_DEMO and (staff := link.with_name("demo-moderator-link")).exists():
            lines.append(f"… as a moderator: {staff.read_text(encoding='utf-8').strip()}")
        for line in [*lines, "Ctrl-C ends everything.", ""]:
            self._family.printer.line(line)


def answers(address: str) -> bool:
    request = urllib.request.Request(address, headers={"Host": settings.ALLOWED_HOSTS[0]})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=1) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
