"""Runs manage.py as in production, with made-up names and keys: `python -m tests.production …`."""

import base64
import os
import sys
from pathlib import Path

ENVIRONMENT = {
    "DATABASE_URL": "postgres://tideweb:secret@db.example.org/tideweb",
    "SECRET_KEY": "not-a-real-one-but-long-enough-and-varied-0123456789abcdef",
    "TIDEWEB_SEAL_KEYS": "k1:" + base64.b64encode(bytes(range(32))).decode(),
    "SITE_URL": "https://play.example.org",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
}

if __name__ == "__main__":
    manage = str(Path(__file__).resolve().parent.parent / "manage.py")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    os.execve(sys.executable, [sys.executable, manage, *sys.argv[1:]], {**kept, **ENVIRONMENT})
