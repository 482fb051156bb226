"""The path at which a mail server delivers by LMTP."""

import asyncio
import socket
from pathlib import Path

import pytest

from accounts.email import inbound_routes, smtp_server
from accounts.management.commands.mailin import at_path


async def listened(path: Path) -> None:
    server = await at_path(smtp_server.conversations(inbound_routes.LMTP), path)
    server.close()


def test_a_socket_that_a_dead_listener_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "lmtp"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    asyncio.run(listened(path))
    assert path.stat().st_mode & 0o777 == 0o660


def test_a_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lmtp"
    path.write_text("an operator's")
    with pytest.raises(OSError, match="already in use"):
        asyncio.run(listened(path))
    assert path.read_text() == "an operator's"
