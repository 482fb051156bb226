"""Checks our mail listener by talking to it like a mail server."""

import smtplib
import socket

NOBODY = "re-nobody"


def answers_mail(host: str, port: int, domain: str) -> str:
    """The fault; empty if it accepts connections and refuses a made-up address."""
    try:
        with smtplib.SMTP(host, port, timeout=5) as client:
            client.helo()
            client.mail(f"postmaster@{socket.getfqdn()}")
            code, text = client.rcpt(f"{NOBODY}@{domain}")
    except (OSError, smtplib.SMTPException) as error:
        return f"nobody listens ({type(error).__name__})"
    if code == 550:
        return ""
    return f"it answers {code} {text.decode(errors='replace')} to a made-up address"
