"""The port that answers for the health of a web process, whoever holds it up."""

import socket
import urllib.request
from collections.abc import Iterator

import pytest

from tideweb import health_server
from tideweb.health_server import Beside, Handler

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server() -> Iterator[Beside]:
    found = health_server.start(0)
    yield found
    found.shutdown()
    found.server_close()


def silent(server: Beside) -> socket.socket:
    """A connection on which nothing is said."""
    return socket.create_connection(("127.0.0.1", server.server_port), 10)


def test_it_answers_while_somebody_says_nothing(
    server: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "timeout", None)
    url = f"http://127.0.0.1:{server.server_port}/healthz"
    with silent(server), urllib.request.urlopen(url, timeout=10) as answer:
        assert answer.read() == b"ok\n"


def test_whoever_says_nothing_is_let_go(server: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Handler.timeout
    monkeypatch.setattr(Handler, "timeout", 0.1)
    with silent(server) as client:
        assert client.recv(100) == b""


def test_a_client_that_goes_away_writes_nothing(
    server: Beside, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    fails(server, BrokenPipeError())
    assert caplog.records == []
    fails(server, ValueError("ours"))
    assert [record.exc_info is not None for record in caplog.records] == [True]
    assert "----" not in capfd.readouterr().err  # the standard library's own words


def fails(server: Beside, error: Exception) -> None:
    """As the server itself does, if answering fails."""
    try:
        raise error
    except Exception:  # noqa: BLE001
        server.handle_error(None, ("127.0.0.1", 1))


def test_a_port_that_another_program_has_is_refused_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=f"HEALTH_PORT: nothing can listen on port {port}"):
            health_server.start(port)
