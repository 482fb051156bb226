"""What the headers of a test e-mail tell after it has come back: who vouches for it, and what is
signed.
"""

import re
from collections.abc import Iterator
from email.parser import BytesHeaderParser
from email.policy import compat32
from typing import Any

from django.conf import settings

from accounts.email.dns_check import MISSING, NOTE, OK, Finding

# Mail programs offer one click only if a DKIM signature covers both (RFC 8058, 4).
ONE_CLICK = ("List-Unsubscribe", "List-Unsubscribe-Post")
METHODS = re.compile(r"\b(spf|dkim|dmarc)\s*=\s*([a-z]+)", re.IGNORECASE)
# They go through the database as one notification, of 8,000 bytes at most.
MAX_LENGTH, MAX_SIGNATURES = 400, 4
UNPRINTABLE = re.compile(r"[^!-~]+")  # white space included
Facts = dict[str, Any]


def facts(raw: bytes) -> Facts:
    """The topmost Authentication-Results; of each signature the domain, and what it covers of
    `ONE_CLICK`.
    """
    head = BytesHeaderParser(policy=compat32).parsebytes(raw)
    stated = [str(each) for each in head.get_all("Authentication-Results", [])]
    signatures = [_tags(str(each)) for each in head.get_all("DKIM-Signature", [])]
    return {
        "results": UNPRINTABLE.sub(" ", stated[0]).strip()[:MAX_LENGTH] if stated else "",
        "signed": [
            [tags.get("d", "").lower()[:MAX_LENGTH], _covered(tags.get("h", ""))]
            for tags in signatures[:MAX_SIGNATURES]
        ],
    }


def findings(found: Facts) -> Iterator[Finding]:
    """What these facts say about the setup."""
    yield from _vouched(found["results"])
    yield from _signed(found["signed"])


def _tags(signature: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in UNPRINTABLE.sub("", signature).split(";"))
    return {name.lower(): value for name, _equals, value in pairs}


def _covered(signed: str) -> list[str]:
    names = signed.lower().split(":")
    return [name for name in ONE_CLICK if name.lower() in names]


def _vouched(results: str) -> Iterator[Finding]:
    ours = settings.AUTHSERV_ID
    if not ours:
        return  # a note of its own says so
    if results.partition(";")[0].split()[:1] != [ours]:
        yield (
            NOTE,
            f"it came back without Authentication-Results from {ours} at the top. If that server "
            "doesn’t check what this machine sends, look at a real reply",
        )
        return
    said = {method.lower(): result.lower() for method, result in METHODS.findall(results)}
    told = ", ".join(f"{method}={result}" for method, result in sorted(said.items())) or "nothing"
    sort = OK if said.get("dmarc") == "pass" else MISSING if "dmarc" in said else NOTE
    yield sort, f"{ours} says about it: {told}"


def _signed(signatures: list[tuple[str, list[str]]]) -> Iterator[Finding]:
    domain = settings.MAIL_DOMAIN
    ours = [covered for by, covered in signatures if by == domain.lower()]
    if not ours:
        yield (
            NOTE,
            f"it came back without a DKIM signature of {domain}. If a server signs only what "
            "leaves the house, look at a letter in another mailbox",
        )
        return
    left_out = [name for name in ONE_CLICK if not any(name in covered for covered in ours)]
    if left_out:
        yield (
            MISSING,
            f"the DKIM signature of {domain} leaves out {' and '.join(left_out)}, so no mail "
            "program offers to unsubscribe by one click (RFC 8058)",
        )
    else:
        yield OK, f"the DKIM signature of {domain} covers {' and '.join(ONE_CLICK)}"
