"""Makes Canary a game of a process of its own, such as a worker: `--include` it."""

from tests.secrecy.canary import made

made.registered().__enter__()
