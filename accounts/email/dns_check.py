"""Checks the DNS records of our domains that receiving servers look at: SPF, DKIM, DMARC, PTR, MX,
TLS.

A `Lookup` returns the records of one type at a name, as text; an empty list if there are none.
"""

import smtplib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

OK, MISSING, NOTE = "ok", "MISSING", "note"
Finding = tuple[str, str]
Lookup = Callable[[str, str], list[str]]
PATIENCE = 5.0  # seconds
SELECTORS = ("tideweb", "default", "mail", "dkim", "s1", "selector1", "google", "k1")


@dataclass(frozen=True)
class Domains:
    """`sender` is the domain of From; `replies` that of Reply-To and of the return path; `sends`
    the host that sends our e-mails, or empty if a provider does.
    """

    sender: str
    replies: str
    selectors: Sequence[str] = SELECTORS
    sends: str = ""


class Away(Exception):
    """No name server answered, so we don't know which records exist."""


def lookup_by(server: str = "") -> Lookup:
    """A lookup that asks this machine's resolvers, or the server `address[:port]`. Raises
    `ValueError`.
    """
    import dns.exception  # here, since each process would import it for what is rarely asked
    import dns.inet
    import dns.resolver

    resolver = dns.resolver.Resolver(configure=not server)
    if server:
        bare = dns.inet.is_address(server) or ":" not in server
        host, _colon, port = (server, "", "53") if bare else server.rpartition(":")
        resolver.nameservers, resolver.port = [host.strip("[]")], int(port)
    resolver.lifetime = PATIENCE

    def lookup(name: str, kind: str) -> list[str]:
        try:
            rows = resolver.resolve(name, kind)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise Away(f"{kind} of {name}: {type(error).__name__}") from None
        if kind == "TXT":
            return [b"".join(row.strings).decode("utf-8", "replace") for row in rows]
        return [str(row).rstrip(".") for row in rows]

    return lookup


def examine(domains: Domains, lookup: Lookup, *, smtp_port: int = 25) -> Iterator[Finding]:
    """All findings, one per line of output. An unanswered question is a finding, too."""
    checks = (_mx, _spf, _dkim, _dmarc, _reports, _pointer)
    for check in checks:
        try:
            yield from check(domains, lookup)
        except Away as away:
            yield NOTE, f"no name server answered for {away}"
    try:
        yield from _tls(domains, lookup, smtp_port)
    except Away as away:
        yield NOTE, f"no name server answered for {away}"


def _hosts(domains: Domains, lookup: Lookup) -> list[str]:
    rows = (row.split() for row in lookup(domains.replies, "MX"))
    return [parts[-1] for parts in sorted(rows, key=lambda parts: int(parts[0])) if len(parts) > 1]


def _mx(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    hosts = _hosts(domains, lookup)
    if not hosts:
        yield MISSING, f"{domains.replies} has no MX record, so no reply by e-mail can reach us"
    for host in hosts:
        found = [*lookup(host, "A"), *lookup(host, "AAAA")]
        where = f"the MX of {domains.replies} is {host}"
        yield (OK, where) if found else (MISSING, f"{where}, which has no address")


def _one(lookup: Lookup, name: str, begins: str) -> tuple[str, int]:
    """The first TXT record at a name that starts with `begins`, and how many there are. Two are as
    bad as none.
    """
    found = [text for text in lookup(name, "TXT") if text.lower().startswith(begins)]
    return (found[0] if found else ""), len(found)


def _spf(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    """Checks SPF of the return path, which is what SPF is about, and of From, for old servers."""
    for domain in dict.fromkeys((domains.replies, domains.sender)):
        text, count = _one(lookup, domain, "v=spf1")
        if count != 1:
            yield MISSING, f"{domain} has {count} SPF records; it needs exactly one"
        elif not text.rstrip().endswith(("-all", "~all")) and "redirect=" not in text:
            yield NOTE, f"the SPF record of {domain} rules nobody out: {text}"
        else:
            yield OK, f"SPF for {domain}: {text}"


def _dkim(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    for selector in domains.selectors:
        text, _count = _one(lookup, f"{selector}._domainkey.{domains.sender}", "")
        if "p=" in text:
            revoked = text.replace(" ", "").endswith("p=") or "p=;" in text.replace(" ", "")
            sort = MISSING if revoked else OK
            yield (
                sort,
                f"the DKIM key {selector} {'has been revoked' if revoked else 'is published'}",
            )
            return
    tried = ", ".join(domains.selectors)
    yield MISSING, f"no DKIM key for {domains.sender} under {tried} (pass yours with --selector)"


def _dmarc(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    text, count = _one(lookup, f"_dmarc.{domains.sender}", "v=dmarc1")
    if count != 1:
        yield MISSING, f"_dmarc.{domains.sender} has {count} DMARC records; it needs exactly one"
        return
    tags = dict(
        part.strip().lower().split("=", 1) for part in text.split(";") if "=" in part.strip()
    )
    yield OK, f"DMARC for {domains.sender}: p={tags.get('p', 'none')}"
    exact = tags.get("aspf", "r") == "s"
    if not _aligned(domains.sender, domains.replies, exact=exact):
        yield (
            NOTE,
            f"SPF can’t vouch for the From address: the return path is at {domains.replies}, From "
            f"at {domains.sender}. Only DKIM for {domains.sender} can",
        )


def _aligned(one: str, other: str, *, exact: bool) -> bool:
    """Whether DMARC treats the two domains as one. For siblings this is a guess, since we don't
    read the list of public suffixes.
    """
    one, other = one.lower(), other.lower()
    if exact or one == other:
        return one == other
    return one.endswith(f".{other}") or other.endswith(f".{one}") or _above(one) == _above(other)


def _above(domain: str) -> str:
    parts = domain.split(".")
    return ".".join(parts[1:]) if len(parts) > 2 else domain


def _reports(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    """TLS reports (RFC 8460) only help us, so a missing record is no more than a note."""
    text, _count = _one(lookup, f"_smtp._tls.{domains.replies}", "v=tlsrptv1")
    if not text:
        yield (
            NOTE,
            f"no _smtp._tls.{domains.replies} record, so nobody reports TLS failures (RFC 8460)",
        )


def _pointer(domains: Domains, lookup: Lookup) -> Iterator[Finding]:
    """Checks that each address of the host that sends has a name that resolves back to it.

    If it isn't seen from here which one that is, the MX of replies is asked about instead: in a
    small house it is the same.
    """
    if not domains.sends:
        yield NOTE, "a provider sends our e-mails, so PTR records are up to it"
        return
    host, addresses = domains.sends, _public_addresses(lookup, domains.sends)
    if not addresses and (hosts := _hosts(domains, lookup)):
        told = f"EMAIL_HOST is {host}, which has no public address"
        host, addresses = hosts[0], _addresses(lookup, hosts[0])
        yield NOTE, f"{told}. PTR was asked of {host} instead, the MX of {domains.replies}"
    for address in addresses:
        if back := _name_of(lookup, address):
            yield OK, f"the PTR record of {address} ({host}) is {back}, which resolves back to it"
        else:
            yield MISSING, f"{address} ({host}) has no PTR record that resolves back to it"


def _name_of(lookup: Lookup, address: str) -> str:
    """The name of this address that resolves back to it; empty if there is none."""
    import dns.reversename

    name = dns.reversename.from_address(address).to_text().rstrip(".")
    back = (found for found in lookup(name, "PTR") if address in _addresses(lookup, found))
    return next(back, "")


def _addresses(lookup: Lookup, host: str) -> list[str]:
    """All IPv4 and IPv6 addresses of a host, each in its shortest form."""
    return [str(ip_address(found)) for kind in ("A", "AAAA") for found in lookup(host, kind)]


def _public_addresses(lookup: Lookup, host: str) -> list[str]:
    """Those that other servers may see; none for a name of the house, as in a container."""
    try:
        found = [str(ip_address(host))]
    except ValueError:
        found = _addresses(lookup, host) if "." in host else []
    return [address for address in found if ip_address(address).is_global]


def _tls(domains: Domains, lookup: Lookup, port: int) -> Iterator[Finding]:
    """Checks that the mail server that receives replies offers STARTTLS."""
    for host in _hosts(domains, lookup)[:1]:
        for address in lookup(host, "A")[:1]:
            try:
                with smtplib.SMTP(address, port, timeout=PATIENCE) as client:
                    client.ehlo()
                    offered = client.has_extn("starttls")
            except (OSError, smtplib.SMTPException) as error:
                yield NOTE, f"{host} doesn’t answer on port {port} ({type(error).__name__})"
                continue
            yield (
                (OK, f"{host} offers STARTTLS")
                if offered
                else (MISSING, f"{host} doesn’t offer STARTTLS")
            )
