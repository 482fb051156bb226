"""Checking a record: by itself, and against what somebody was given before it existed.

Pure except for the language of its texts: no database, no clock. What each check proves, and what
none of them can, is in docs/fairness.md; docs/verify.py does the same without this project.
"""

from games.verification.checks import verify, verify_text
from games.verification.terms import Check, Known, all_passed, digest_of

__all__ = ["Check", "Known", "all_passed", "digest_of", "verify", "verify_text"]
