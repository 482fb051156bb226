"""Finds code that saves a whole user: it would undo what others did to the row since it was read,
such as a suspension or the deletion of the account. Name the columns (`update_fields`).

An account that is being deleted is emptied as a whole, under the lock of its row; a test may save
what it likes.
"""

import sys
from pathlib import Path
from typing import Any

from django.db.models.signals import pre_save

TESTS = str(Path(__file__).parent)
BETWEEN = ("django/", "accounts/models/people.py", Path(__file__).name)  # on the way here


def install() -> None:
    from accounts.models import User  # needs the apps to be ready

    pre_save.connect(_refuse, sender=User, dispatch_uid="tests.whole_rows")


def _refuse(instance: Any, update_fields: object, raw: bool = False, **_kwargs: Any) -> None:
    is_new, is_emptied = instance._state.adding, not instance.is_active
    if update_fields is None and not (is_new or is_emptied or raw) and not _by_a_test():
        raise AssertionError(f"The whole row of user {instance.pk} is saved: name the columns.")


def _by_a_test() -> bool:
    frame = sys._getframe(1)
    while frame.f_back is not None and any(part in frame.f_code.co_filename for part in BETWEEN):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(TESTS)
