"""Finds ports to listen on."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Container

WEB, MAIL = 8000, 8025  # unless the environment says otherwise
TRIES = 20


class PortTaken(Exception):
    """Nothing can listen there; the message says why and what to do."""


def choose_all(host: str, mail_host: str) -> tuple[int, int, int]:
    """The ports of web, mail and events: none is that of another part."""
    ours = named("PORT", "MAILIN_PORT", "EVENTS_PORT", "HEALTH_PORT")
    web = choose("PORT", WEB, host, ours)
    mail = choose("MAILIN_PORT", MAIL, mail_host, ours | {web})
    return web, mail, choose("EVENTS_PORT", web + 1, host, ours | {web, mail})


def named(*variables: str) -> set[int]:
    """The ports that these variables name. Raises `PortTaken` if two name the same.

    What is no number is refused where it is read, and 0 means none.
    """
    found: dict[int, str] = {}
    for variable in variables:
        text = os.environ.get(variable, "").strip()
        port = int(text) if text.isdecimal() else 0
        if port in found:
            raise PortTaken(
                f"{found[port]} and {variable} are both {port}. Nothing was started. Give each a "
                "port of its own."
            )
        if port:
            found[port] = variable
    return set(found)


def choose(variable: str, default: int, host: str, ours: Container[int] = ()) -> int:
    """The port named in the environment, or the first free one from `default` on that is not in
    `ours`, which other parts of us have.

    A port that was explicitly requested is never silently replaced: raises `PortTaken`.
    """
    asked = os.environ.get(variable)
    if asked:
        port = _number(variable, asked)
        if not _free(host, port):
            raise PortTaken(
                f"Port {port} is taken by another program. Nothing was started. End that program, "
                f"or choose another port: {variable}={port + 1} make run"
            )
        return port
    for port in range(default, default + TRIES):
        if port not in ours and _free(host, port):
            return port
    raise PortTaken(
        f"The ports {default} to {default + TRIES - 1} are all taken. Nothing was started. Choose "
        f"a free one: {variable}=9000 make run"
    )


def _number(variable: str, text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise PortTaken(f"{variable} must be a number from 1 to 65535, not {text!r}.")


def _free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:  # beyond the last port
            return False
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise PortTaken(
                f"Nothing can listen on port {port} of {host}: {error.strerror}. Nothing was "
                "started. Choose an address of this machine (HOST, MAILIN_HOST), and a port that "
                "you may use."
            ) from None
    return True
