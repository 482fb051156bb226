"""Who wrote a mail, and what our own mail server says about that (RFC 8601, RFC 7489)."""

from email.utils import getaddresses
from enum import Enum

import authres
from authres import dmarc
from django.conf import settings

from accounts.email.inbound_routes import DIRECT, VOUCHED, is_written
from games.mail.inbound.parse import Mail

MAX_HEADER_LENGTH = 1000  # characters of a header that is parsed here
# Exceptions that both parsers raise on malformed input.
RUBBISH = (ValueError, LookupError, AttributeError, TypeError, RecursionError)
READER = authres.FeatureContext(dmarc)


class Verdict(Enum):
    """The DMARC result for the address in From."""

    PASS = "pass"  # noqa: S105 – a verdict
    NONE = "none"  # no policy, no answer for now, or nobody checked
    FAIL = "fail"


WORDS = {"pass": Verdict.PASS, "none": Verdict.NONE, "temperror": Verdict.NONE}


def author(mail: Mail) -> str:
    """The address in From, in lower case; empty unless there is exactly one."""
    values = mail.headers.get("from", [])
    if len(values) != 1 or len(values[0]) > MAX_HEADER_LENGTH:
        return ""
    try:
        found = [address for _name, address in getaddresses(values) if address]
    except RUBBISH:
        return ""
    return found[0].lower() if len(found) == 1 and is_written(found[0]) else ""


def verdict(mail: Mail, origin: str) -> Verdict:
    """The verdict of our own mail server, in the topmost Authentication-Results, if that is ours.

    Anybody could have written the other ones. One that can't be parsed counts as NONE. A mail
    directly from a stranger wasn't checked by any server: it fails, so it waits for a confirmation.
    """
    if origin == DIRECT:
        return Verdict.FAIL
    authserv_id = settings.AUTHSERV_ID if origin in VOUCHED else ""
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
    """The worst of the DMARC results; a pass for another domain than From's counts as NONE."""
    found = [each for each in results.results or () if each.method == "dmarc"]
    verdicts = {WORDS.get(str(each.result).lower(), Verdict.FAIL) for each in found}
    if Verdict.FAIL in verdicts:
        return Verdict.FAIL
    about = {str(each.header_from or domain).lower() for each in found}
    if verdicts == {Verdict.PASS} and about == {domain}:
        return Verdict.PASS
    return Verdict.NONE
