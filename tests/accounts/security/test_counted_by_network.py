"""Limits by address count an IPv6 network as one: whoever has one of its addresses has them all.

Each IPv4 address counts for itself, also where a server that listens at `::` sees it as IPv6.
"""

from importlib import import_module
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.test import Client, RequestFactory
from rest_framework.throttling import BaseThrottle

from accounts.security.address_limits import AddressLimit
from games.web.lobby.guests import Arriving

OURS = ("accounts.", "games.", "tideweb.")


def request(address: str) -> HttpRequest:
    return RequestFactory(REMOTE_ADDR=address).get("/")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("198.51.100.4", "198.51.100.5", False),
        ("::ffff:198.51.100.4", "::ffff:198.51.100.5", False),
        ("::ffff:198.51.100.4", "198.51.100.4", True),
    ],
)
def test_who_counts_as_one_for_us_and_for_the_library(one: str, other: str, same: bool) -> None:
    ident: Any = Arriving().get_ident
    assert (ident(request(one)) == ident(request(other))) is same
    assert (ratelimit.get_ip(request(one)) == ratelimit.get_ip(request(other))) is same


def test_what_is_no_address_is_taken_as_it_is() -> None:
    ident: Any = Arriving().get_ident
    assert ident(request("")) == ""


def test_every_limit_of_ours_counts_in_this_way() -> None:
    import_module(settings.ROOT_URLCONF)  # and so all views
    ours = [kind for kind in _below(BaseThrottle) if kind.__module__.startswith(OURS)]
    assert len(ours) > 5
    assert [kind for kind in ours if not issubclass(kind, AddressLimit)] == []


def _below(base: type[Any]) -> list[type[Any]]:
    return [kind for each in base.__subclasses__() for kind in (each, *_below(each))]


@pytest.mark.django_db
def test_a_network_does_not_get_more_by_using_its_addresses() -> None:
    caches["default"].clear()
    got = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}")
        .post("/api/v1/device/code", {"client_id": "x"}, content_type="application/json")
        .status_code
        for number in range(7)
    ]
    assert got[5:] == [429, 429]
    assert 429 not in got[:5]
