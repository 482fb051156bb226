"""Registers Canary in another process, such as a worker: `--include` this module."""

from tests.secrecy.canary import made

made.registered().__enter__()
