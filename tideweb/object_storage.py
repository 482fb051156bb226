"""Storage for exported files: a folder, or an S3-compatible bucket.

    /srv/records                a folder
    s3://bucket/prefix          AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, and for
                                providers other than Amazon AWS_ENDPOINT_URL

Requests are signed with AWS Signature Version 4 and use path-style URLs.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

import urllib3
from django.core.exceptions import ImproperlyConfigured

from tideweb import variables

PATIENCE = 30.0  # seconds
ALGORITHM = "AWS4-HMAC-SHA256"


class StorageError(Exception):
    """Nothing was stored; the message says why and what to do."""


class Storage(Protocol):
    def put(self, name: str, content: bytes) -> None:
        """Stores the content atomically. Raises `StorageError`."""

    def get(self, name: str) -> bytes | None:
        """The stored content; None if there is none. Raises `StorageError`."""


def storage(target: str) -> Storage:
    """The storage for a target. Raises `StorageError`."""
    if not target or ("://" in target and not target.startswith("s3://")):
        raise StorageError(
            f"Nothing was written: {target!r} is neither a folder nor s3://bucket/prefix."
        )
    if not target.startswith("s3://"):
        return Folder(Path(target))
    bucket, _slash, prefix = target.removeprefix("s3://").partition("/")
    names = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
    named = {name: os.environ.get(name, "") for name in names}
    if missing := [name for name, value in named.items() if not value]:
        raise StorageError(f"Nothing was written: {' and '.join(missing)} not set.")
    if not bucket:
        raise StorageError(f"Nothing was written: {target} names no bucket (s3://bucket/prefix).")
    region = os.environ.get("AWS_REGION") or "us-east-1"
    endpoint = _endpoint() or f"https://s3.{region}.amazonaws.com"
    keys = Keys(named[names[0]], named[names[1]], region)
    return Bucket(f"{endpoint.rstrip('/')}/{bucket}", prefix.strip("/"), keys)


def _endpoint() -> str:
    """AWS_ENDPOINT_URL, which without a scheme would be asked by http."""
    try:
        return variables.url("AWS_ENDPOINT_URL", "https://s3.example.org", "https", "http")
    except ImproperlyConfigured as error:
        raise StorageError(f"Nothing was written: {error}") from None


@dataclass(frozen=True)
class Folder:
    root: Path

    def put(self, name: str, content: bytes) -> None:
        path = self.root / name
        draft = path.with_name(f"{path.name}.draft")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
            draft.rename(path)
        except OSError as error:
            raise StorageError(f"{path} could not be written: {error.strerror}.") from None

    def get(self, name: str) -> bytes | None:
        path = self.root / name
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:  # such as a folder above it that we may not enter
            raise StorageError(f"{path} could not be read: {error.strerror}.") from None


@dataclass(frozen=True)
class Keys:
    """Credentials; `secret` is used for signing and never sent."""

    name: str
    secret: str
    region: str

    def __repr__(self) -> str:
        return f"Keys({self.name!r})"


@dataclass(frozen=True)
class Bucket:
    root: str
    prefix: str
    keys: Keys

    def put(self, name: str, content: bytes) -> None:
        self._ask("PUT", name, content)

    def get(self, name: str) -> bytes | None:
        answer = self._ask("GET", name, b"", missing_is_fine=True)
        return None if answer.status == 404 else answer.data

    def _ask(
        self, method: str, name: str, content: bytes, *, missing_is_fine: bool = False
    ) -> urllib3.BaseHTTPResponse:
        url = "/".join(filter(None, (self.root, quote(self.prefix), quote(name))))
        headers = signed(self.keys, method, url, content, datetime.now(UTC))
        try:
            answer = urllib3.request(
                method, url, body=content or None, headers=headers, timeout=PATIENCE,
                retries=False, redirect=False,
            )  # fmt: skip
        except urllib3.exceptions.HTTPError as error:
            raise StorageError(f"{self.root} does not answer ({type(error).__name__}).") from None
        if answer.status != 200 and not (missing_is_fine and answer.status == 404):
            raise StorageError(f"{self.root} said {answer.status} to {method} {name}.")
        return answer


def signed(
    keys: Keys, method: str, url: str, content: bytes, now: datetime,
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:  # fmt: skip
    """The signed headers of a request, whose URL must have a quoted path and no query string."""
    parts, at = urlsplit(url), now.strftime("%Y%m%dT%H%M%SZ")
    digest = hashlib.sha256(content).hexdigest()
    headers = {"host": parts.netloc, "x-amz-content-sha256": digest, "x-amz-date": at}
    headers |= {name.lower(): value for name, value in (more or {}).items()}
    names = sorted(headers)
    listed = ";".join(names)
    lines = "".join(f"{name}:{headers[name]}\n" for name in names)
    asked = "\n".join([method, parts.path, "", lines, listed, digest])
    scope = f"{at[:8]}/{keys.region}/s3/aws4_request"
    text = "\n".join([ALGORITHM, at, scope, hashlib.sha256(asked.encode()).hexdigest()])
    key = f"AWS4{keys.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    credential = f"Credential={keys.name}/{scope}"
    header = f"{ALGORITHM} {credential},SignedHeaders={listed},Signature={signature}"
    return {**headers, "authorization": header}
