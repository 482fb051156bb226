"""Reports about letters, as mail servers write them (RFC 3464, RFC 5965)."""

DSN = """From: Mail Delivery Subsystem <mailer-daemon@mx.example.net>
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I am sorry to have to inform you.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Fri, 2 Oct 2026 20:05:00 +0200

Final-Recipient: rfc822; marit@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--b1
Content-Type: text/rfc822-headers

Subject: Turn the Tide, Schiermonnikoog

--b1--
"""
ARF = """From: feedback@example.net
To: {to}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is a complaint.

--b2
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: Loop/1.0
Version: 1

--b2
Content-Type: message/rfc822

Subject: Turn the Tide

Hello

--b2--
"""


def dsn(
    status: str = "5.1.1",
    said: str = "550 5.1.1 No such user",
    action: str = "failed",
    to: str = "b@testserver",
) -> bytes:
    return DSN.format(status=status, said=said, action=action, to=to).replace("\n", "\r\n").encode()


def complaint(kind: str = "abuse", to: str = "b@testserver") -> bytes:
    return ARF.format(kind=kind, to=to).replace("\n", "\r\n").encode()
