"""Whether our listener for mail is there, asked as a mail server would."""

import smtplib
import socket

NOBODY = "re-nobody"


def answers_mail(host: str, port: int, domain: str) -> str:
    """What is wrong; empty if it takes mail and refuses an address that nobody has."""
    try:
        with smtplib.SMTP(host, port, timeout=5) as client:
            client.helo()
            client.mail(f"postmaster@{socket.getfqdn()}")
            code, said = client.rcpt(f"{NOBODY}@{domain}")
    except (OSError, smtplib.SMTPException) as error:
        return f"nobody listens ({type(error).__name__})"
    if code == 550:
        return ""
    return f"it answers {code} {said.decode(errors='replace')} to a made-up address"
