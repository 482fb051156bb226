"""The log of moderators: append-only by the database, chained, one after the other."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, connections, transaction
from django.db.utils import DatabaseError

from accounts.encryption import seal
from accounts.models import ModerationEntry, Remark
from accounts.staff import audit_log
from tests.accounts.making import member
from tests.database_dump import found

TABLE = ModerationEntry._meta.db_table


def write(count: int) -> list[ModerationEntry]:
    user = member("Hedda")
    return [
        audit_log.append(user, "extend", f"game:code{n}", reason="outage", facts={"hours": n})
        for n in range(count)
    ]


@pytest.mark.django_db
def test_entries_are_numbered_chained_and_verified() -> None:
    entries = write(3)

    assert [entry.number for entry in entries] == [1, 2, 3]
    assert [entry.previous for entry in entries] == ["", entries[0].digest, entries[1].digest]
    assert audit_log.verify() == audit_log.Verified(3, entries[2].digest)


@pytest.mark.django_db
def test_an_empty_log_holds() -> None:
    assert audit_log.verify() == audit_log.Verified(0, "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE {TABLE} SET command = 'nothing'",
        f"DELETE FROM {TABLE}",
    ],
)
def test_the_database_refuses_to_change_or_drop_an_entry(statement: str) -> None:
    write(1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert ModerationEntry.objects.count() == 1


@pytest.mark.django_db
def test_the_database_refuses_to_empty_the_log() -> None:
    with connection.cursor() as cursor:  # the tests' own clean-up has it switched off
        cursor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER moderation_no_truncate")
    with pytest.raises(ProgrammingError, match="append-only"), transaction.atomic():
        connection.cursor().execute(f"TRUNCATE {TABLE}")


def forge(statement: str) -> None:
    """What only the owner of the database could do."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {TABLE} DISABLE TRIGGER moderation_append_only")
        cursor.execute(statement)
        cursor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER moderation_append_only")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (f"UPDATE {TABLE} SET mark = 'x' WHERE number = 2", "Entry 2 was altered."),
        (f"DELETE FROM {TABLE} WHERE number = 2", "Entry 2 is missing; the next one is 3."),
        (f"UPDATE {TABLE} SET actor_id = NULL WHERE number = 1", "Entry 1 was altered."),
    ],
)
def test_what_the_owner_of_the_database_forges_is_found(statement: str, fault: str) -> None:
    write(3)
    forge(statement)

    assert audit_log.verify().fault == fault
    with pytest.raises(CommandError, match=fault.replace(".", r"\.")):
        call_command("verifylog")


@pytest.mark.django_db
def test_words_are_sealed_and_their_loss_breaks_nothing_but_other_words_are_found() -> None:
    user = member("Hedda")
    _first, second = (
        audit_log.append(user, "warn", f"person:{n}", text="Herring gulls") for n in (1, 2)
    )
    assert found("herring") == []
    assert [entry.text for entry in ModerationEntry.objects.all()] == ["Herring gulls"] * 2
    audit_log.take_words_away(member(), {"person:1"}, set(), ["Marit"], [])
    assert [entry.text for entry in ModerationEntry.objects.all()] == ["Herring gulls", ""]
    assert audit_log.verify() == audit_log.Verified(2, second.digest)

    sealed = seal(["00" * 16, "Skuas"], Remark.associated_data(second.number))
    Remark.objects.filter(entry=second).update(sealed=sealed)
    assert audit_log.verify().fault == "The words of entry 2 were altered."


@pytest.mark.django_db
def test_a_name_takes_words_only_where_its_person_was_an_address_everywhere() -> None:
    about = {
        "game:hers": "Marit was slow.",
        "game:others": "Marit was quick.",
        "person:9": "He wrote to MARIT@example.org.",
    }
    for where, text in about.items():
        audit_log.append(None, "warn", where, text=text)
    audit_log.take_words_away(member(), set(), {"game:hers"}, ["Marit"], ["marit@example.org"])
    left = {entry.about: entry.text for entry in ModerationEntry.objects.all()}
    assert left == {"game:hers": "", "game:others": "Marit was quick.", "person:9": ""}


@pytest.mark.django_db
def test_entries_cut_off_the_end_are_missed_by_a_digest_that_was_kept() -> None:
    entries = write(3)
    output = StringIO()
    call_command("verifylog", stdout=output)
    assert entries[2].digest in output.getvalue()
    forge(f"DELETE FROM {TABLE} WHERE number = 3")

    assert not audit_log.verify().fault
    with pytest.raises(CommandError, match="cut off"):
        call_command("verifylog", expect=entries[2].digest)
    call_command("verifylog", expect=entries[1].digest, stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_many_at_once_stand_one_behind_the_other() -> None:
    user = member("Hedda")

    def one(number: int) -> None:
        try:
            with transaction.atomic():
                audit_log.append(user, "excuse", f"game:code{number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(one, range(40)))

    assert audit_log.verify().entries == 40
    assert not audit_log.verify().fault
