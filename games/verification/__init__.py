"""Checking a record: by itself, and against what somebody was given before it was to be had.

Pure but for the language of its words: no database, no clock.  What each check proves, and
what none of them can, stands in docs/fairness.md; docs/verify.py does the same without us.
"""

from games.verification.checks import verify, verify_text
from games.verification.terms import Check, Known, all_passed, digest_of

__all__ = ["Check", "Known", "all_passed", "digest_of", "verify", "verify_text"]
