"""Every column is either altered in the other world or open; new columns must be listed."""

import pytest
from django.apps import apps

from tests.secrecy import altering, columns, people_altered, positions, suite
from tests.secrecy.frozen import frozen, undone
from tests.secrecy.observers import observers

OF_EVERYBODY = {
    f"{model._meta.label}.{field.name}"
    for model in apps.get_models()
    for field in model._meta.concrete_fields
}
ALTERED = set(columns.ALTERED.split())
# Columns whose names say that they hide something; they must be altered, whatever is listed as
# open.
SECRET_NAMES = ("sealed", "secret", "password", "key", "entropy", "salt", "token", "plan")


def test_every_table_is_filed() -> None:
    assert {model._meta.label for model in apps.get_models()} == set(columns.OPEN)


def test_every_altered_column_is_there() -> None:
    assert set() == ALTERED - OF_EVERYBODY


def test_every_column_with_a_telling_name_is_altered() -> None:
    wording = {
        column
        for column in OF_EVERYBODY
        if any(word in column.rpartition(".")[2] for word in SECRET_NAMES)
    }
    named = {"sessions.Session.session_key"}  # altered under another name
    named |= {"account.EmailConfirmation.key"}  # none is pending in these games
    named |= {"accounts.Canary.key_id", "accounts.Canary.sealed"}  # of no game and nobody
    named |= {"games.TakenBack.sealed_rows"}  # nothing is reverted in these games
    named |= {"accounts.Remark.sealed"}  # no moderator writes about these people
    named |= {"games.HouseMail.sealed_raw"}  # to the operators, of no game
    named |= {"allauth_idp_oidc.Client.secret"}  # unused: all applications are public clients
    assert wording - ALTERED - named == set()


@pytest.mark.django_db
def test_what_is_said_to_be_altered_is() -> None:
    """What is listed as altered really is: checked by the rows, over positions that contain all of
    them.
    """
    changed = set()
    for name in ("tide: some bids are in", "tide: open table", "boat: somebody looks"):
        with undone():
            changed |= _changed_columns(name)
    assert ALTERED - changed == set()
    assert changed - ALTERED == set()


def _changed_columns(name: str) -> set[str]:
    position = positions.make(name)
    people = observers(position)
    people_altered.give_everybody_something([*position.users, *suite.users_of(people)])
    stranger = next(one for one in people if one.name == "a stranger")
    other = altering.imagine(position, stranger, suite.chance(1))
    before = _dump()
    with frozen(), undone():
        altering.alter(position, stranger, other)
        after = _dump()
    return {column for column in before if before[column] != after[column]}


def _dump() -> dict[str, list[str]]:
    """Every column of every row that exists in both worlds."""
    found: dict[str, list[str]] = {}
    for model in apps.get_models():
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        rows = list(model._default_manager.values_list(*(field.attname for field in fields)))
        for place, field in enumerate(fields):
            found[f"{model._meta.label}.{field.name}"] = sorted(repr(row[place]) for row in rows)
    return found
