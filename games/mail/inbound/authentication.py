"""Who wrote a mail, and what our own mail server says about that (RFC 8601, RFC 7489)."""

from email.utils import getaddresses
from enum import Enum

import authres
from authres import dmarc
from django.conf import settings

from accounts.email.inbound_routes import DIRECT, VOUCHED, is_written
from games.mail.inbound.parse import Mail

MAX_HEADER_LENGTH = 1000  # characters of a header that is parsed here
# What both readers are known to raise on what is none.
RUBBISH = (ValueError, LookupError, AttributeError, TypeError, RecursionError)
READER = authres.FeatureContext(dmarc)


class Verdict(Enum):
    """What DMARC says of the address in From."""

    PASS = "pass"  # noqa: S105 – a verdict
    NONE = "none"  # no policy, no answer for now, or nobody checked
    FAIL = "fail"


WORDS = {"pass": Verdict.PASS, "none": Verdict.NONE, "temperror": Verdict.NONE}


def author(mail: Mail) -> str:
    """The one address of the one From header, in lower case; empty if there is not just one."""
    values = mail.headers.get("from", [])
    if len(values) != 1 or len(values[0]) > MAX_HEADER_LENGTH:
        return ""
    try:
        found = [address for _name, address in getaddresses(values) if address]
    except RUBBISH:
        return ""
    return found[0].lower() if len(found) == 1 and is_written(found[0]) else ""


def verdict(mail: Mail, door: str) -> Verdict:
    """What our own server found, from the topmost Authentication-Results if that is ours.

    Every other one may have been written by anybody.  What cannot be read counts as nothing.
    Straight from a stranger, nobody has looked: that is no pass, nor the "none" of a server that
    did look, so it fails.
    """
    if door == DIRECT:
        return Verdict.FAIL
    authserv_id = settings.AUTHSERV_ID if door in VOUCHED else ""
    stated = mail.first("authentication-results")
    if not authserv_id or not stated or len(stated) > MAX_HEADER_LENGTH * 4:
        return Verdict.NONE
    try:
        results = READER.parse(f"Authentication-Results: {stated}")
    except (
        authres.AuthResError,
        ValueError,
        LookupError,
        AttributeError,
        TypeError,
        RecursionError,
    ):
        return Verdict.NONE
    if str(results.authserv_id or "").lower() != authserv_id.lower():
        return Verdict.NONE
    return _dmarc(results, author(mail).rpartition("@")[2])


def _dmarc(results: authres.AuthenticationResultsHeader, domain: str) -> Verdict:
    """The worst of its DMARC results; a pass for another domain than From's is none for it."""
    found = [each for each in results.results or () if each.method == "dmarc"]
    verdicts = {WORDS.get(str(each.result).lower(), Verdict.FAIL) for each in found}
    if Verdict.FAIL in verdicts:
        return Verdict.FAIL
    about = {str(each.header_from or domain).lower() for each in found}
    if verdicts == {Verdict.PASS} and about == {domain}:
        return Verdict.PASS
    return Verdict.NONE
