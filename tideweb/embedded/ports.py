"""Finds ports to listen on."""

from __future__ import annotations

import errno
import os
import socket

WEB, MAIL = 8000, 8025  # unless the environment says otherwise
TRIES = 20


class PortTaken(Exception):
    """Nothing can listen there; the message says why and what to do."""


def choose(variable: str, default: int, host: str) -> int:
    """The port named in the environment, or the first free one from `default` on.

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
        if _free(host, port):
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
                "started. Choose an address of this machine, and a port that you may use."
            ) from None
    return True
