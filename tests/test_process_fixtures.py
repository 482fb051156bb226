"""A copy equals what was created, and no other rows are touched."""

import pytest
from django.db import connection, transaction

from accounts.models import User
from tests import id_sequences
from tests.games.making import person, table_of
from tests.process_fixtures import again
from tests.ready_games import MOMENT, NOT_OF_A_GAME, all_rows

pytestmark = pytest.mark.django_db


def rows() -> dict[str, list[str]]:
    """Everything in the database, without times."""
    tables = connection.introspection.django_table_names(only_existing=True)
    found = all_rows(each for each in tables if each not in NOT_OF_A_GAME)
    return {table: sorted(MOMENT.sub("", row) for row in each) for table, each in found.items()}


def test_a_copy_is_what_was_made() -> None:
    with transaction.atomic():
        users, game = table_of(3, name="Norderney")
        made = rows()
        transaction.set_rollback(True)
    assert not User.objects.filter(pk=users[0].pk).exists()
    copied_users, copied = table_of(3, name="Norderney")
    assert rows() == made
    assert (copied_users, copied, copied.code) == (users, game, game.code)


def renamed() -> None:
    User.objects.update(name="Somebody")


def test_what_changes_other_rows_cannot_be_copied() -> None:
    person()
    with pytest.raises(AssertionError, match="accounts_user"):
        again(renamed)


def test_the_numbers_of_new_rows_go_on_where_they_were() -> None:
    """Set to one again, they would sooner or later meet the rows that `again` inserts."""
    first = person("Marit").pk
    with id_sequences.kept(), connection.cursor() as cursor:
        name = "pg_get_serial_sequence('accounts_user', 'id')"
        cursor.execute(f"SELECT setval({name}, 2000000000)")
        assert person("Joost").pk == 2_000_000_001
    assert person("Aoife").pk == first + 1
