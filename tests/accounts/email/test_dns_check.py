"""What `mailcheck --dns` finds: by records that are told, and by a name server of this machine."""

import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.message
import dns.rdatatype
import dns.rrset
import pytest

from accounts.email import dns_check
from accounts.email.dns_check import MISSING, NOTE, OK, Domains
from tests.accounts.sink import free_port

V6 = "0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.e.f.0.0.0.2.6.2.ip6.arpa"
Records = dict[tuple[str, str], list[str]]
GOOD: Records = {
    ("reply.example.org", "MX"): ["10 mx.example.org"],
    ("mx.example.org", "A"): ["127.0.0.1"],
    ("1.0.0.127.in-addr.arpa", "PTR"): ["mx.example.org"],
    ("out.example.org", "A"): ["9.9.9.10"],
    ("out.example.org", "AAAA"): ["2620:fe::10"],
    ("10.9.9.9.in-addr.arpa", "PTR"): ["out.example.org"],
    (V6, "PTR"): ["out.example.org"],
    ("reply.example.org", "TXT"): ["v=spf1 mx -all"],
    ("example.org", "TXT"): ["google-site=1", "v=spf1 mx ~all"],
    ("mail._domainkey.example.org", "TXT"): ["v=DKIM1; k=rsa; p=MIIB"],
    ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=quarantine"],
    ("_smtp._tls.reply.example.org", "TXT"): ["v=TLSRPTv1; rua=mailto:x@example.org"],
}
OURS = Domains("example.org", "reply.example.org", sends="out.example.org")


def found(changes: Mapping[tuple[str, str], list[str]] = {}, domains: Domains = OURS) -> list[str]:
    """What is not as it should be."""
    records = {**GOOD, **changes}
    lookup = lambda name, kind: records.get((name, kind), [])  # noqa: E731
    told = list(dns_check.examine(domains, lookup, smtp_port=free_port()))
    return [f"{sort} {text}" for sort, text in told if sort != OK]


def test_all_is_well_but_nobody_listens_there() -> None:
    (only,) = found()
    assert only.startswith(f"{NOTE} mx.example.org doesn’t answer")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({("reply.example.org", "MX"): []}, "has no MX record"),
        ({("mx.example.org", "A"): []}, "which has no address"),
        ({("reply.example.org", "TXT"): []}, "0 SPF records"),
        ({("example.org", "TXT"): ["v=spf1 -all", "v=spf1 ~all"]}, "2 SPF records"),
        ({("mail._domainkey.example.org", "TXT"): []}, "no DKIM key"),
        ({("mail._domainkey.example.org", "TXT"): ["v=DKIM1; p="]}, "has been revoked"),
        ({("_dmarc.example.org", "TXT"): []}, "_dmarc.example.org has 0"),
        ({("10.9.9.9.in-addr.arpa", "PTR"): []}, "9.9.9.10 (out.example.org) has no PTR"),
        (
            {("10.9.9.9.in-addr.arpa", "PTR"): ["other.example"]},
            "9.9.9.10 (out.example.org) has no",
        ),
        ({(V6, "PTR"): []}, "2620:fe::10 (out.example.org) has no PTR record that resolves"),
    ],
)
def test_each_fault_is_named(changes: Records, text: str) -> None:
    assert any(line.startswith(MISSING) and text in line for line in found(changes))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({("reply.example.org", "TXT"): ["v=spf1 +all"]}, "rules nobody out"),
        ({("_dmarc.example.org", "TXT"): ["v=DMARC1; p=none; aspf=s"]}, "SPF can’t vouch"),
        ({("_smtp._tls.reply.example.org", "TXT"): []}, "RFC 8460"),
    ],
)
def test_what_could_be_better_is_a_note(changes: Records, text: str) -> None:
    assert any(line.startswith(NOTE) and text in line for line in found(changes))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "mail.internal.example", "postfix"])
def test_if_the_host_that_sends_has_no_public_address_the_mx_is_asked(host: str) -> None:
    hidden = {("mail.internal.example", "A"): ["10.0.0.5"], ("postfix", "A"): ["9.9.9.10"]}
    domains = Domains("example.org", "reply.example.org", sends=host)
    asked, _tls = found(hidden, domains)
    assert asked.startswith(f"{NOTE} EMAIL_HOST is {host}, which has no public address.")
    assert "asked of mx.example.org instead, the MX of reply.example.org" in asked
    nameless = {**hidden, ("1.0.0.127.in-addr.arpa", "PTR"): []}
    assert any(
        line.startswith(f"{MISSING} 127.0.0.1 (mx.example.org)")
        for line in found(nameless, domains)
    )


def test_a_public_address_is_asked_about_and_a_provider_is_not() -> None:
    records: dict[tuple[str, str], list[str]] = {("10.9.9.9.in-addr.arpa", "PTR"): []}
    by_number = Domains("example.org", "reply.example.org", sends="9.9.9.10")
    assert any("9.9.9.10 (9.9.9.10) has no PTR" in line for line in found(records, by_number))
    by_provider = Domains("example.org", "reply.example.org")
    assert any(line.startswith(f"{NOTE} a provider sends") for line in found(records, by_provider))


@contextmanager
def a_name_server(records: Records) -> Iterator[str]:
    class Answers(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            data, line = self.request
            asked = dns.message.from_wire(data)
            (question,) = asked.question
            kind = dns.rdatatype.to_text(question.rdtype)
            rows = records.get((question.name.to_text(omit_final_dot=True), kind), [])
            answer = dns.message.make_response(asked)
            text = [f'"{row}"' if kind == "TXT" else row for row in rows]
            if text:
                answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *text))
            line.sendto(answer.to_wire(), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_by_a_name_server() -> None:
    records = {
        key: [f"{row}." if key[1] in ("MX", "PTR") else row for row in rows]
        for key, rows in GOOD.items()
    }
    with a_name_server(records) as where:
        lookup = dns_check.lookup_by(where)
        assert lookup("reply.example.org", "MX") == ["10 mx.example.org"]
        assert sorted(lookup("example.org", "TXT")) == GOOD["example.org", "TXT"]
        assert lookup("nowhere.example", "A") == []
        told = list(dns_check.examine(OURS, lookup, smtp_port=free_port()))
    assert not [text for sort, text in told if sort == MISSING]


def test_a_name_server_needs_no_port() -> None:
    for server in ("9.9.9.9", "9.9.9.9:5353", "2620:fe::9", "[2620:fe::9]:5353"):
        dns_check.lookup_by(server)
    for nonsense in ("localhost:x", "no address", "9.9.9.9:"):
        with pytest.raises(ValueError, match=r"literal|address"):
            dns_check.lookup_by(nonsense)
