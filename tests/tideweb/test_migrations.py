import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_model_changed_without_a_migration() -> None:
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, verbosity=1)
    except SystemExit:
        pytest.fail("A model changed: run `manage.py makemigrations` and commit what it writes.")
