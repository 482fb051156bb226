"""Checking a record by itself: commitment, seed, shuffles, receipts, replay, outcome.

Pure but for the language of its words: no database, no clock.  What each check proves, and
what none of them can, stands in docs/fairness.md; docs/verify.py does the same without us.
"""

from games.verifying.checks import Check, all_passed, none_failed, verify, verify_text

__all__ = ["Check", "all_passed", "none_failed", "verify", "verify_text"]
