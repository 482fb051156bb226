from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tideweb.embedded import ports


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_the_next_port_when_nobody_asked_for_one(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    assert taken < ports.choose("PORT", taken, "127.0.0.1") < taken + ports.TRIES


def test_a_port_that_was_asked_for_is_not_replaced(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", str(taken))
    with pytest.raises(ports.PortTaken, match=f"Port {taken} is taken.*PORT={taken + 1}"):
        ports.choose("PORT", 8000, "127.0.0.1")


@pytest.mark.parametrize("text", ["x", "0", "65536", "-1", "８０００"])
def test_a_port_is_a_number(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(ports.PortTaken, match="from 1 to 65535"):
        ports.choose("PORT", 8000, "127.0.0.1")


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_an_address_of_another_machine_is_not_taken_but_wrong(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    with pytest.raises(ports.PortTaken, match=f"Nothing can listen on port 8000 of {host}: "):
        ports.choose("PORT", 8000, host)


def test_after_the_last_port_comes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENTS_PORT", raising=False)
    with pytest.raises(ports.PortTaken, match="EVENTS_PORT=9000"):
        ports.choose("EVENTS_PORT", 65536, "127.0.0.1")
