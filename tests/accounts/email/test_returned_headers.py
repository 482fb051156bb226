"""What `mailcheck --itself` tells from the headers of the letter that came back."""

import json

import pytest
from pytest_django import Settings

from accounts.email import returned_headers
from accounts.email.dns_check import MISSING, NOTE, OK

ALL = "from:to:subject:\r\n\tlist-unsubscribe:List-Unsubscribe-Post:list-unsubscribe"
FORGED = "Authentication-Results: elsewhere.example; dmarc=pass\r\n"


@pytest.fixture(autouse=True)
def names(settings: Settings) -> None:
    settings.MAIL_DOMAIN, settings.AUTHSERV_ID = "example.org", "mx.example.org"


def signature(headers: str, domain: str = "example.org") -> str:
    return f"DKIM-Signature: v=1; a=rsa-sha256; d={domain};\r\n s=mail; h={headers};\r\n b=MII=\r\n"


def said(*headers: str) -> list[tuple[str, str]]:
    raw = "".join([*headers, "Subject: x\r\n\r\nDKIM-Signature: d=example.org; h=from\r\n"])
    through = json.loads(json.dumps(returned_headers.facts(raw.encode())))
    return list(returned_headers.findings(through))


def vouched(results: str, *others: str) -> tuple[str, str]:
    return said(f"Authentication-Results: {results}\r\n", *others)[0]


def test_both_headers_of_one_click_are_to_be_signed() -> None:
    assert said(signature(ALL))[1][0] == OK
    sort, text = said(signature("from:list-unsubscribe"))[1]
    assert (sort, "leaves out List-Unsubscribe-Post, so" in text) == (MISSING, True)
    sort, text = said(signature("from"), signature(ALL, "provider.example"))[1]
    assert (sort, "List-Unsubscribe and List-Unsubscribe-Post" in text) == (MISSING, True)


def test_no_signature_of_ours_is_a_note() -> None:
    for headers in ([], [signature(ALL, "provider.example")]):
        sort, text = said(*headers)[1]
        assert (sort, "without a DKIM signature of example.org" in text) == (NOTE, True)


def test_our_own_server_says_whether_it_passes() -> None:
    results = "mx.example.org 1;\r\n spf=pass smtp.mailfrom=x; DKIM=pass; dmarc=pass (p=none)"
    assert vouched(results) == (OK, "mx.example.org says about it: dkim=pass, dmarc=pass, spf=pass")
    assert vouched("mx.example.org; dmarc=fail")[0] == MISSING
    assert vouched("mx.example.org; none") == (NOTE, "mx.example.org says about it: nothing")


def test_only_its_topmost_results_count(settings: Settings) -> None:
    assert said(FORGED, "Authentication-Results: mx.example.org; dmarc=pass\r\n")[0][0] == NOTE
    assert said()[0][0] == NOTE
    settings.AUTHSERV_ID = ""
    assert "DKIM" in said()[0][1]


def test_however_long_they_are_they_fit_into_a_notification() -> None:
    ever = [f"x{number}" for number in range(999)]
    long = [signature(":".join([*ever, *returned_headers.ONE_CLICK]), 'd\\"' * 900)] * 9
    long += [FORGED.replace("pass", '\\"ß\x01' * 9000)] * 2
    facts = returned_headers.facts(("".join(long) + "\r\n").encode())
    assert len(json.dumps(facts).encode()) < 7000
    assert facts["signed"][0][1] == [*returned_headers.ONE_CLICK]
