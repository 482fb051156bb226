"""Only public hosts are called, only by https, and at the very address that was checked."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from accounts.notifications import webhooks
from accounts.refusals import Refused
from accounts.security import safe_http
from accounts.security.safe_http import NoAnswer, NotAllowed
from tests.accounts.answering import answering


def resolves(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name stands for these addresses."""

    def found(host: str, port: int, **_how: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def refusal(url: str) -> str:
    with pytest.raises(NotAllowed) as refused:
        safe_http.target_of(url)
    return refused.value.code


# Beside what the net keeps for itself: addresses that hold such a one in some way of writing it,
# that are given to relays or examples, and the first and last of each block.
@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.7", "172.16.3.4", "192.168.1.1", "169.254.169.254", "0.0.0.0",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1",
        "ff02::1", "::ffff:10.0.0.7", "64:ff9b::a00:7", "2002:a00:7::1", "198.18.0.1",
        "::127.0.0.1", "::10.0.0.7", "::93.184.216.34", "::ffff:127.0.0.1", "64:ff9b::127.0.0.1",
        "64:ff9b:1::", "64:ff9b:1::127.0.0.1", "64:ff9b:1:ffff:ffff:ffff:93.184.216.34",
        "fec0::", "fec0::1", "feff:ffff::1", "fdff::1", "febf::1", "ff0e::1",
        "192.88.99.0", "192.88.99.1", "192.88.99.255", "2002:c058:6301::", "2002:5db8:d822::1",
        "2001:1::1", "2001:1ff:ffff::1", "192.0.0.8", "192.0.0.9",
        "3fff::", "3fff::1", "3fff:fff:ffff::1", "2001:db8::1", "5f00::1", "100::1", "4000::1",
        "2001:0:7f00:1::1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "192.0.0.1", "192.0.2.7",
        "198.51.100.7", "203.0.113.7", "240.0.0.1", "0.1.2.3", "100.127.255.255", "127.255.255.254",
        "nonsense", "fe80::1%eth0", "::1%lo",
    ],
)  # fmt: skip
def test_private_addresses_are_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    resolves(monkeypatch, address)
    assert refusal("https://innocent.example/") == "private"


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34", "192.88.98.255", "192.88.100.0", "100.63.255.255", "100.128.0.1",
        "2606:2800:220:1::1", "2001:4860:4860::8888", "64:ff9b::93.184.216.34",
        "2001:200::1", "2003::1", "3ffe:ffff::1", "3fff:1000::1", "2a00:1450:4001::1",
    ],
)  # fmt: skip
def test_their_neighbours_are_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    resolves(monkeypatch, address)
    assert safe_http.target_of("https://innocent.example/").addresses == (address,)


@pytest.mark.parametrize("port", [1, 22, 25, 79, 81, 444, 5432, 6379, 8080, 8443, 65535])
def test_other_ports_than_those_of_the_web_are_refused(
    monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    resolves(monkeypatch, "93.184.216.34")
    assert refusal(f"https://innocent.example:{port}/") == "bad_port"
    for usual in ("", ":80", ":443"):
        assert safe_http.target_of(f"https://innocent.example{usual}/").port in (80, 443)


def test_the_first_address_of_each_kind_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, "2003::1", "2003::2", "93.184.216.34", "93.184.216.35", "2003::1")
    assert safe_http.target_of("https://two.example/").addresses == ("2003::1", "93.184.216.34")


def test_one_private_address_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, "93.184.216.34", "10.0.0.7")
    assert refusal("https://innocent.example/") == "private"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "not_https"),
        ("ftp://example.org/", "not_https"),
        ("//example.org/", "not_https"),
        ("https://", "malformed"),
        ("https://user:secret@example.org/", "malformed"),
        ("https://example.org:99999/", "malformed"),
        ("https://example.org/\r\nX: y", "malformed"),
        ("https://example.org/" + "x" * 1000, "malformed"),
        ("https://127.0.0.1/", "private"),
        ("https://[::1]/", "private"),
        ("https://[::127.0.0.1]/", "private"),
        ("https://[::1]:8443/", "bad_port"),
        ("https://example.org:0/", "bad_port"),
        ("https://2130706433/", "private"),
        ("https://nobody.invalid/", "unknown_host"),
    ],
)
def test_what_is_no_address_to_call(url: str, code: str) -> None:
    assert refusal(url) == code


def test_the_address_that_was_checked_is_the_one_that_is_called(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that resolves otherwise the second time leads nowhere else."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def found(host: Any, *args: Any, **how: Any) -> Any:
        asked.append(str(host))
        return real(host, *args, **how)

    with answering(settings, tmp_path) as stranger:
        monkeypatch.setattr(socket, "getaddrinfo", found)
        assert safe_http.post(stranger.url, b"{}", {}).status == 200
    assert asked.count("localhost") == 1
    assert stranger.asked[0][1]["host"] == stranger.url.split("/")[2]


@pytest.mark.parametrize("first", ["::1", "127.0.0.1"])
def test_one_that_is_reached_by_one_kind_of_address_alone_is_called_there(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Many hosts name an IPv6 address at which nothing listens; as every `localhost` may."""

    def found(host: str, port: int, *_more: Any, **_how: Any) -> list[Any]:
        both = {"::1": socket.AF_INET6, "127.0.0.1": socket.AF_INET}
        named = sorted(both, key=first.__ne__) if host == "localhost" else [host]
        return [(both[each], socket.SOCK_STREAM, 6, "", (each, port)) for each in named]

    with answering(settings, tmp_path) as stranger:
        monkeypatch.setattr(socket, "getaddrinfo", found)
        assert safe_http.post(stranger.url, b"{}", {}).status == 200
    assert len(stranger.asked) == 1


def test_redirects_are_not_followed(settings: Settings, tmp_path: Path) -> None:
    with answering(settings, tmp_path, status=302, location="https://127.0.0.1/") as stranger:
        assert safe_http.post(stranger.url, b"{}", {}).status == 302
    assert len(stranger.asked) == 1


def test_a_certificate_of_nobody_is_no_answer(settings: Settings, tmp_path: Path) -> None:
    with answering(settings, tmp_path) as stranger:
        settings.OUTWARD_CA_FILE = ""
        with pytest.raises(NoAnswer):
            safe_http.post(stranger.url, b"{}", {})
    assert stranger.asked == []


def test_what_is_no_http_is_no_answer(settings: Settings, tmp_path: Path) -> None:
    with answering(settings, tmp_path, status=99999) as stranger, pytest.raises(NoAnswer):
        safe_http.post(stranger.url, b"{}", {})
    assert len(stranger.asked) == 1


def test_who_never_answers_is_hung_up_on(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "WHOLE", 0.5)
    with answering(settings, tmp_path, pause=3) as stranger:
        began = time.monotonic()
        with pytest.raises(NoAnswer):
            safe_http.post(stranger.url, b"{}", {})
        assert time.monotonic() - began < 2


def test_a_name_server_that_does_not_answer_keeps_one_waiting_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, enough = Event(), Event()

    def found(*_args: Any, **_how: Any) -> Any:
        asked.set()
        enough.wait(20)
        raise OSError

    def why() -> str:
        with pytest.raises(Refused) as refused:
            webhooks.add(User(), "https://slow.example/")
        return str(refused.value.params["reason"])

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with ThreadPoolExecutor(1) as beside:
        first = beside.submit(why)
        asked.wait(20)
        began = time.monotonic()
        assert why() == webhooks.refusal("busy")
        assert time.monotonic() - began < 2
        enough.set()
        assert first.result() == webhooks.refusal("unknown_host")
    assert why() == webhooks.refusal("unknown_host")
