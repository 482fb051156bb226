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
    said = rf"Nothing can listen on port 8000 of {host}: .*\(HOST, MAILIN_HOST\)"
    with pytest.raises(ports.PortTaken, match=said):
        ports.choose("PORT", 8000, host)


def test_after_the_last_port_comes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENTS_PORT", raising=False)
    with pytest.raises(ports.PortTaken, match="EVENTS_PORT=9000"):
        ports.choose("EVENTS_PORT", 65536, "127.0.0.1")


def test_ports_that_are_named_twice_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name(monkeypatch, PORT="8024", HEALTH_PORT=" 8024 ")
    with pytest.raises(ports.PortTaken, match="PORT and HEALTH_PORT are both 8024"):
        ports.named(*ALL)
    name(monkeypatch, PORT="8024", HEALTH_PORT="0", MAILIN_PORT="x", EVENTS_PORT="")
    assert ports.named(*ALL) == {8024}


def test_parts_that_nobody_named_a_port_for_keep_out_of_each_others_way(
    monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    monkeypatch.setattr(ports, "_free", lambda _host, port: port != taken)
    monkeypatch.setattr(ports, "MAIL", taken + 1)
    name(monkeypatch, PORT=f"{taken - 1}")
    assert ports.choose_all("127.0.0.1", "127.0.0.1") == (taken - 1, taken + 1, taken + 2)
    name(monkeypatch, PORT=f"{taken - 1}", EVENTS_PORT=f"{taken + 1}", HEALTH_PORT=f"{taken + 2}")
    assert ports.choose_all("127.0.0.1", "127.0.0.1") == (taken - 1, taken + 3, taken + 1)


ALL = ("PORT", "MAILIN_PORT", "EVENTS_PORT", "HEALTH_PORT")


def name(monkeypatch: pytest.MonkeyPatch, **texts: str) -> None:
    """Only these are in the environment."""
    for variable in ALL:
        monkeypatch.delenv(variable, raising=False)
    for variable, text in texts.items():
        monkeypatch.setenv(variable, text)
