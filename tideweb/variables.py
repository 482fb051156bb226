"""Reads and checks variables of the environment, for settings.py.

A variable that is empty counts as not set. One that is wrong raises `ImproperlyConfigured`, with
its name and what would be right; the value is repeated only if it cannot hold a password.
"""

from __future__ import annotations

import base64
import os
import re
import warnings
from collections.abc import Sequence
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from environ import Env
from kombu.transport import TRANSPORT_ALIASES

from tideweb.environment import connection_string

BROKERS = {"pgmq", *TRANSPORT_ALIASES}
SWITCHES = {
    **dict.fromkeys(("true", "on", "ok", "yes", "y", "1"), True),
    **dict.fromkeys(("false", "off", "no", "n", "0"), False),
}
# A leading dot means all subdomains, and a star any host; digits and colons in brackets are IPv6.
HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
DOMAIN = re.compile(r"[\w-]+(\.[\w-]+)*")
SECRET_LENGTH = 32  # docs/operating.md asks for 50; fewer than this can't be random enough
BY_NUMBER = "write @ : / ? # and % as %40 %3A %2F %3F %23 and %25"
Number = TypeVar("Number", int, float)


def value(name: str) -> str:
    """The value as it is. Not by django-environ, for which `$word` is another variable's name."""
    return os.environ.get(name, "")


def word(name: str) -> str:
    """One word that may stand in a header, or nothing."""
    text = os.environ.get(name, "").strip()
    if not re.fullmatch(r"[!-~]*", text):
        raise ImproperlyConfigured(f"{name} must be one word of ASCII characters, without spaces.")
    return text


def anymail() -> dict[str, str]:
    """All that begin with ANYMAIL_, by the rest of their names."""
    named = {name: text.strip() for name, text in os.environ.items() if text.strip()}
    start = "ANYMAIL_"
    return {key.removeprefix(start): named[key] for key in named if key.startswith(start)}


def number(name: str, default: Number, least: int = 0, most: int = 1_000_000) -> Number:
    """A number of the type of its default."""
    text = os.environ.get(name, "").strip()
    try:
        found = type(default)(text) if text else default
    except ValueError:
        found = type(default)(least - 1)
    if least <= found <= most:
        return found
    kind = "a number" if isinstance(default, float) else "a whole number"
    raise ImproperlyConfigured(f"{name} must be {kind} from {least} to {most}, not {text!r}.")


def switch(name: str, default: bool) -> bool:
    """Whether it says true."""
    text = os.environ.get(name, "").strip()
    if text and text.lower() not in SWITCHES:
        raise ImproperlyConfigured(f"{name} must be true or false, not {text!r}.")
    return SWITCHES.get(text.lower(), default)


def one_of(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of these words, in capitals or not."""
    text = os.environ.get(name, "").strip() or default
    by_word = {word.lower(): word for word in allowed}
    if text.lower() not in by_word:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(allowed)}, not {text!r}.")
    return by_word[text.lower()]


def rate(name: str, default: str) -> str:
    """A rate limit of the API."""
    text = "".join(os.environ.get(name, "").split()) or default
    if not re.fullmatch(r"[1-9][0-9]*/(s|m|h|d)[a-z]*", text):
        raise ImproperlyConfigured(
            f"{name} must be a number per s, min, hour or day, like {default}, not {text!r}."
        )
    return text


def file(name: str) -> str:
    """The path of a file that can be read, or nothing."""
    text = os.environ.get(name, "").strip()
    if text and not (Path(text).is_file() and os.access(text, os.R_OK)):
        raise ImproperlyConfigured(f"{name} must name a file that can be read; {text!r} is none.")
    return text


def push_key(name: str) -> str:
    """The private key of web push, or nothing."""
    text = os.environ.get(name, "").strip()
    try:
        sound = len(base64.b64decode(text + "=", altchars=b"-_", validate=True)) == 32
    except ValueError:
        sound = False
    if text and not sound:
        raise ImproperlyConfigured(f"{name} is no key: make one with manage.py vapidkeys.")
    return text


def cache_at(name: str, default: str) -> dict[str, Any]:
    """Django's settings for this cache: in Redis, or the default, which is our own table."""
    text = os.environ.get(name, "").strip() or default
    try:
        found: dict[str, Any] = Env.cache_url_config(text)
        sound = text == default or (_is_redis(found["LOCATION"]) and urlsplit(text).port != 0)
    except (ImproperlyConfigured, ValueError):
        sound = False
    if not sound:
        raise ImproperlyConfigured(f"{name} must be like rediscache://host:6379/1.")
    return found


def _is_redis(location: str) -> bool:
    parts = urlsplit(location)
    where = {"redis": parts.hostname, "rediss": parts.hostname, "unix": parts.path}
    return bool(where.get(parts.scheme))


def secret(name: str, text: str) -> str:
    """A key that is long enough."""
    if len(text.strip()) < SECRET_LENGTH:
        raise ImproperlyConfigured(
            f"{name} must be at least {SECRET_LENGTH} random characters: see docs/operating.md."
        )
    return text


def domain(name: str, default: str) -> str:
    """What stands behind the @ of our addresses."""
    text = os.environ.get(name, "").strip()
    if text and not DOMAIN.fullmatch(text):
        raise ImproperlyConfigured(f"{name} must be one name like example.org, not {text!r}.")
    return text or default


def hosts(name: str, default: Sequence[str | None] = ()) -> list[str]:
    """Names of hosts, separated by commas."""
    found = [host for part in os.environ.get(name, "").split(",") if (host := part.strip())]
    for host in found:
        if not HOST_NAME.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must be names like play.example.org, separated by commas, without https://"
                f" and without a port; {host!r} is none."
            )
    return found or [host for host in default if host]


def sender(name: str, default: str) -> str:
    """Who letters are from."""
    text = os.environ.get(name, "").strip() or default
    if "\n" in text or not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(text)[1]):
        raise ImproperlyConfigured(
            f"{name} must be like `Tideweb <play@example.org>`, not {text!r}."
        )
    return text


def database_at(name: str) -> dict[str, Any]:
    """Django's settings for this PostgreSQL."""
    try:
        with warnings.catch_warnings(action="ignore"):  # about an unknown scheme, with the value
            found: dict[str, Any] = Env.db_url_config(os.environ[name].strip())
        found["HOST"] = unquote(found["HOST"])  # "%2Frun%2Fpostgresql" is a folder with a socket
        sound = "postgresql" in found.get("ENGINE", "") and found["NAME"]
        connection_string(found)  # knows no options but PostgreSQL's
    except (KeyError, ValueError, psycopg.Error):
        sound = False
    if not sound:
        raise ImproperlyConfigured(
            f"{name} must name a PostgreSQL: postgres://user:password@host:5432/name. In a "
            f"password, {BY_NUMBER}."
        )
    return found


def broker_at(name: str, default: str) -> str:
    """The URL of the broker, or those of a cluster, separated by `;`."""
    text = os.environ.get(name, "").strip() or default
    for url in text.split(";"):
        scheme, separator, _rest = url.partition("://")
        try:
            known = scheme.partition("+")[0] in BROKERS  # "redis+socket" is one of redis
            sound = separator and known and urlsplit(url).port != 0
        except ValueError:
            sound = False
        if not sound:
            raise ImproperlyConfigured(
                f"{name} must be like pgmq://, redis://host:6379/0 or amqp://user:password@host//."
            )
    return text


def url(name: str, like: str, *schemes: str) -> str:
    """A URL with one of these schemes and a host, or nothing; `like` is an example."""
    text = os.environ.get(name, "").strip()
    try:
        parts = urlsplit(text)
        sound = parts.scheme in schemes and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if text and not sound:
        raise ImproperlyConfigured(f"{name} must be like {like}.")
    return text


def listener(name: str) -> str:
    """Where to listen: `host:port` or the path of a socket, or nothing."""
    text = os.environ.get(name, "").strip()
    _host, colon, port = text.rpartition(":")
    if colon and port.isdigit():
        sound = 1 <= int(port) <= 65535
    else:
        sound = "/" in text or text.startswith("unix:")
    if text and not sound:
        raise ImproperlyConfigured(
            f"{name} must be host:port or a path with a slash, not {text!r}."
        )
    return text


def user_and_password(name: str) -> str:
    """Both with a colon between them, or nothing."""
    text = os.environ.get(name, "").strip()
    user, _colon, password = text.partition(":")
    if text and not (user and password):
        raise ImproperlyConfigured(f"{name} must be like user:password.")
    return text


def mailbox_name(name: str) -> str:
    """What stands before the @ of an address, or nothing."""
    text = os.environ.get(name, "").strip()
    if not re.fullmatch(r"[\w.-]*", text):
        raise ImproperlyConfigured(
            f"{name} must be what stands before the @, like club, without a +; {text!r} is not."
        )
    return text


def backend(name: str, default: str) -> str:
    """The path of a class; of what it names, the module is looked for."""
    text = os.environ.get(name, "").strip()
    try:
        sound = find_spec(text.rpartition(".")[0]) is not None
    except (ImportError, ValueError):
        sound = False
    if text and not sound:
        raise ImproperlyConfigured(
            f"{name} must be like anymail.backends.mailgun.EmailBackend; there is no {text!r}."
        )
    return text or default


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings for the mail server of EMAIL_URL."""
    try:
        found: dict[str, Any] = Env.email_url_config(url)
        sound = not urlsplit(url).scheme.startswith("smtp") or _is_bare(url)
    except (ImproperlyConfigured, ValueError):
        sound = False
    if not sound:
        raise ImproperlyConfigured(
            "EMAIL_URL must be like smtp+tls://user:password@host:587, smtps://… or smtp://… In a "
            f"password, {BY_NUMBER}."
        )
    if found["EMAIL_PORT"] == 465 and found.pop("EMAIL_USE_TLS", False):
        found["EMAIL_USE_SSL"] = True  # there is no STARTTLS on this port (RFC 8314)
    return found


def _is_bare(url: str) -> bool:
    """Whether it has a host, no impossible port, and nothing behind them: what seems to follow is
    the rest of a password."""
    parts = urlsplit(url)
    ends = parts.path in {"", "/"} and not {"?", "#"} & set(url)
    return bool(parts.hostname) and parts.port != 0 and ends


def site_address(url: str) -> SplitResult:
    """SITE_URL in its parts: scheme, host, perhaps a port."""
    try:
        found = urlsplit(url)
        bare = found._replace(scheme="", netloc="") == SplitResult("", "", "", "", "")
        host = found.hostname or ""
        named = ":" in host or DOMAIN.fullmatch(host.removesuffix("."))
        sound = found.scheme in {"http", "https"} and named and found.port != 0 and bare
    except ValueError:
        sound = False
    if not sound or "@" in url:
        raise ImproperlyConfigured(
            f"SITE_URL must be like https://play.example.org, without a path, not {url!r}."
        )
    return found
