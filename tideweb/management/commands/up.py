"""`manage.py up`: runs all of Tideweb with one command. `make run` calls it."""

from __future__ import annotations

import gc
import http.client
import os
import time
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation.reloader import translation_file_changed

from accounts.security import key_check
from tideweb.embedded import opening
from tideweb.embedded.borrow import exit_with_reason
from tideweb.embedded.forks import forked
from tideweb.embedded.parts import import_all, parts
from tideweb.embedded.postgres import Server, ServerError
from tideweb.embedded.processes import named
from tideweb.embedded.statics import lay_out
from tideweb.embedded.supervisor import Supervisor
from tideweb.management.in_words import in_words
from tideweb.message_catalogues import compile_catalogues

PATIENCE = 60.0  # seconds for the first response of the web process


class Command(BaseCommand):
    help = "Starts all: database (unless DATABASE_URL is set), web, events, worker, beat and mail."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        opened = opening.current
        if opened is None:
            raise CommandError("Call it as `manage.py up`.")
        named("tideweb up")
        family = Supervisor(parts(opened))
        family.listen()
        import_all()
        self._await(opened.server)
        preparing = forked("prepare", partial(self._prepare, opened.server))
        preparing.join()
        if preparing.exitcode:
            raise SystemExit(preparing.exitcode)
        # The English catalogue was read, for texts of models, before it was compiled.
        translation_file_changed(None, Path("django.mo"))
        gc.freeze()  # so that forks don't copy these objects during garbage collection
        if not family.ending:
            os.chdir(settings.BASE_DIR)
            family.run(Watch(family, opened).look)

    def _prepare(self, server: Server | None) -> None:
        with exit_with_reason(CommandError), in_words():
            prepare(self, server)

    def _await(self, server: Server | None) -> None:
        try:
            if server is not None:
                server.await_ready()
        except ServerError as error:
            raise CommandError(str(error)) from error


def prepare(command: BaseCommand, server: Server | None) -> None:
    """Applies migrations, builds static files and message catalogues; fast if nothing changed."""
    if server is not None and server.place.home.parent != settings.VAR:
        command.stdout.write(
            f"The database is in {server.place.home}, since PostgreSQL does not run as root "
            f"and no other user can access {settings.VAR}."
        )
    if server is not None and server.moved_aside is not None:
        command.stdout.write(
            f"There was a database of an earlier {settings.VAR}, whose secrets are gone; it was "
            f"moved to {server.moved_aside}, and a new one was created."
        )
    refuse_wrong_keys()
    call_command("migrate", interactive=False, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        declare_queues()
    if settings.EMBEDDED:
        lay_out(settings.STATIC_ROOT)
    try:
        compile_catalogues(settings.LOCALE_PATHS)
    except OSError as error:
        command.stderr.write(f"The message catalogues could not be compiled: {error}")


def declare_queues() -> None:
    """Declares the queues before several processes would do so at once."""
    with current_app.connection_for_write() as connection:
        for queue in current_app.amqp.queues.values():
            queue(connection.default_channel).declare()


def refuse_wrong_keys() -> None:
    """Checks the keys before anything is changed, in case the file was replaced."""
    try:
        key_check.check()
    except key_check.WrongKey as wrong:
        raise CommandError(str(wrong)) from None


class Watch:
    """Prints the site's address once it is up, and restarts a database that died."""

    def __init__(self, family: Supervisor, opened: opening.Opened) -> None:
        self._family = family
        self._server, host, port = opened.server, opened.host, opened.port
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
        except ServerError as error:  # its last children may still be exiting
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
    host = settings.ALLOWED_HOSTS[0]
    named = {"Host": "localhost" if host == "*" else host.removeprefix(".")}
    request = urllib.request.Request(address, headers=named)  # noqa: S310
    direct = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # whatever http_proxy says
    try:
        with direct.open(request, timeout=1) as answer:
            return bool(answer.status == 200)
    except (OSError, http.client.HTTPException):  # nobody, or something that is no web process
        return False
