"""`manage.py outages` lists parts and outages, and forgets a part."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import Heartbeat
from accounts.operation import heartbeats

pytestmark = pytest.mark.django_db


def said(*args: str) -> str:
    out = StringIO()
    call_command("outages", *args, stdout=out)
    return out.getvalue()


def test_it_lists_and_forgets() -> None:
    Heartbeat.objects.create(service="mailin", at=timezone.now() - timedelta(hours=2))
    heartbeats.beat("mailin")
    assert "mailin   alive at " in said()
    assert "120 min" in said()
    assert "alive" not in said("--forget", "mailin")


def test_what_never_was_cannot_be_forgotten() -> None:
    with pytest.raises(CommandError):
        said("--forget", "mailin")
