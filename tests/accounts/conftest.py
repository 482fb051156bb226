"""A person who has signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User


@pytest.fixture
def marit(client: Client) -> User:
    from tests.accounts.making import member  # needs apps

    user = member()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user
