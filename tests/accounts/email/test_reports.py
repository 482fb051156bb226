"""Reading reports: what is sure is taken, everything else is left alone."""

import pytest

from accounts.email import delivery_reports
from accounts.email.delivery_reports import ReportKind
from tests.accounts.reporting import complaint, dsn


@pytest.mark.parametrize(
    ("status", "sort"),
    [
        ("5.1.1", ReportKind.HARD),
        ("5.1.10", ReportKind.HARD),
        ("5.1.7", ReportKind.SOFT),
        ("5.1.8", ReportKind.SOFT),
        ("5.2.1", ReportKind.HARD),
        ("5.4.4", ReportKind.HARD),
        ("5.2.2", ReportKind.SOFT),
        ("5.7.1", ReportKind.SOFT),
        ("5.3.4", ReportKind.SOFT),
        ("4.4.7", ReportKind.SOFT),
    ],
)
def test_a_status_says_whether_the_address_is_gone(status: str, sort: ReportKind) -> None:
    found = delivery_reports.read(dsn(status, f"550 {status} said the server"))
    assert found is not None
    assert (found.sort, found.status) == (sort, status)
    assert found.text == f"550 {status} said the server"


@pytest.mark.parametrize(
    ("said", "sort"),
    [
        ("550-5.1.1 The email account that you tried to reach does not exist", ReportKind.HARD),
        ("552-5.2.2 The email account that you tried to reach is over quota", ReportKind.SOFT),
        ("554 5.7.1 Message refused as spam", ReportKind.SOFT),
        ("554 Transaction failed: reject due to policy restrictions", ReportKind.SOFT),
        ("550 SPF check failed [IP: 5.1.1.203]", ReportKind.SOFT),
    ],
)
def test_of_5_0_0_the_words_count_since_exim_says_it_of_every_failure(
    said: str, sort: ReportKind
) -> None:
    found = delivery_reports.read(dsn("5.0.0", said))
    assert found is not None
    assert found.sort == sort


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded"])
def test_only_what_failed_is_a_bounce(action: str) -> None:
    assert delivery_reports.read(dsn("4.0.0", action=action)) is None


def test_a_complaint_is_one_and_its_contrary_is_none() -> None:
    found = delivery_reports.read(complaint())
    assert found is not None
    assert found.sort == ReportKind.COMPLAINT
    assert delivery_reports.read(complaint("not-spam")) is None


LEGACY = b"""Subject: Mail failure\r\n\r\nUser marit@example.org not known. 550 5.1.1\r\n"""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        LEGACY,
        dsn().replace(b"message/delivery-status", b"text/plain"),
        dsn()[:330],
        dsn().replace(b"Action: failed", b"Action:"),
        b"Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n--x--",
        b"Content-Type: message/delivery-status\r\n\r\nStatus: 5.1.1",
    ],
)
def test_what_is_no_report_says_nothing(raw: bytes) -> None:
    assert delivery_reports.read(raw) is None


@pytest.mark.parametrize(
    ("words", "sort"),
    [
        ("550 5.1.1 No such user", ReportKind.HARD),
        ("550 no mailbox here by that name", ReportKind.SOFT),
        ("554 5.7.1 Blocked", ReportKind.SOFT),
    ],
)
def test_an_answer_in_the_dialogue_is_read_alike(words: str, sort: ReportKind) -> None:
    assert delivery_reports.answered(words).sort == sort
