"""Nobody can be called what looks like another person, or like the house."""

import unicodedata
from importlib import import_module

import pytest
from confusable_homoglyphs.confusables import confusables_data
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.people import display_names
from accounts.people.new_accounts import bots, change_profile, make_guest
from accounts.text import confusables
from tests.accounts.making import member

ZWJ, ZWSP, BOM, RLO, LRI, PDI = "\u200d", "\u200b", "\ufeff", "\u202e", "\u2066", "\u2069"
# Marit and Ann sit at the table.  What is wrong with each of the others, None for nothing.
TRIES = [
    (f"Mar{ZWJ}it", "unseen"),
    (f"Ann{ZWSP}", "unseen"),
    (f"{BOM}Ann", "unseen"),
    (f"{RLO}Ann", "unseen"),
    (f"{RLO}nnA", "unseen"),
    (f"{LRI}Ann{PDI}", "unseen"),
    ("Ann\u200f", "unseen"),
    ("Ma\u00adrit", "unseen"),
    ("Marit\U000e0041", "unseen"),
    ("\u3164", "unseen"),
    ("\u115f", "unseen"),
    ("\u2800", "unseen"),
    ("\u200b", "unseen"),
    ("\u00a0\u3000", "start"),
    ("Аnn", "mixed"),  # a Cyrillic А
    ("Mаrit", "mixed"),
    ("Μarit", "mixed"),  # a Greek Μ
    ("ｍａｒｉｔ", "taken"),
    ("𝐌𝐚𝐫𝐢𝐭", "taken"),
    ("MARIT", "taken"),
    ("Ma-rit", "alike"),
    ("Marit.", "alike"),
    ("Marit (bot)", "reserved"),
    ("moderator", "reserved"),
    ("Admin", "reserved"),
    ("Tideweb", "reserved"),
    ("Hedda, moderator", "reserved"),
    ("😀", "start"),
    ("✓ Marit", "start"),
]
MORE_TRIES = [
    ("Marit ✓", "sign"),
    ("", "start"),
    ("a@b", "sign"),
    ("m0derator", "reserved"),
    ("ADMlN", "reserved"),
    ("a.d.m.i.n", "reserved"),
    ("admin 2", "reserved"),
    ("Postmaster7", "reserved"),
    ("TidewebTeam", "reserved"),
    ("Zo" + "e\u0301\u0302\u0303\u0304", "marks"),
    ("ﷺ" * 3, "long"),
    ("x" * 31, "long"),
]
GOOD = [
    "Zoë", "D’Arcy", "Jan-Willem", "Anna K.", "Straße", "Łukasz", "Nguyễn Thị Ánh", "Жанна",
    "Ἑλένη", "Ελένη", "שרה", "ليلى", "中村さくら", "김민준", "राधा", "Anna Жанна", "Guest 12ab3f",
    "4you", "Ilse", "Lise", "Talbot", "Madmin", "J.R. (Dallas)",
]  # fmt: skip


def code_of(name: str, of: User | None = None) -> str | None:
    try:
        display_names.checked(name, of)
    except ValidationError as fault:
        return str(fault.code)
    return None


@pytest.mark.django_db
def test_what_was_tried_is_refused() -> None:
    member("Marit")
    member("Ann")
    tried = TRIES + MORE_TRIES
    assert [(name, code_of(name)) for name, _code in tried] == tried
    assert len(TRIES) == 29


@pytest.mark.django_db
def test_names_of_people_are_accepted_beside_each_other() -> None:
    for number, name in enumerate(GOOD):
        kept = display_names.checked(name)
        User.objects.create_user(f"{number}@example.org", None, name=kept)
    assert User.objects.count() == len(GOOD)


@pytest.mark.django_db
def test_a_whole_name_of_another_script_that_looks_like_one_is_refused() -> None:
    member("Coco")
    assert code_of("Сосо") == "alike", "Cyrillic from first to last"
    assert code_of("Соня") is None


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Mаrit", f"Joo{ZWJ}st", "Joost.", "moderator", "✓"])
def test_every_interface_asks_the_rule(client: Client, name: str) -> None:
    """Settings, the API, and signing up, also as a guest."""
    member("Joost")
    marit, guest = member("Marit"), make_guest()
    sheet = {"name": name, "zone": "UTC", "language": "en"}
    entry = {"email": "new@example.org", "password1": "correct horse", "zone": "UTC", "name": name}
    backend = "django.contrib.auth.backends.ModelBackend"
    assert client.post(reverse("account_signup"), entry).status_code == 200
    client.force_login(marit, backend)
    assert client.post(reverse("profile"), sheet).status_code == 400
    answer = client.patch("/api/v1/me", {"name": name}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
    client.force_login(guest, backend)
    assert client.post(reverse("account_signup"), entry).status_code == 200
    assert client.post(reverse("profile"), sheet).status_code == 400
    assert set(User.objects.values_list("name", flat=True)) == {"Joost", "Marit", guest.name}


@pytest.mark.django_db
def test_what_is_kept_is_normal(client: Client) -> None:
    marit = member("Marit")
    assert change_profile(marit, name="  Zoe\u0308   Vos ").name == "Zoë Vos"
    assert User.objects.get().look == confusables.look("ZOË VOS")


@pytest.mark.django_db
def test_the_database_refuses_twins_that_come_at_once() -> None:
    member("Marit")
    with pytest.raises(IntegrityError):
        User.objects.create_user("two@example.org", None, name="Mаrit")


@pytest.mark.django_db
def test_bots_are_called_bots_and_guests_are_guests() -> None:
    made = bots(9)
    assert all(bot.name.endswith(" (bot)") for bot in made)
    guest = make_guest()
    assert code_of(guest.name, guest) is None
    assert code_of(made[0].name) == "reserved"


@pytest.mark.django_db(transaction=True)
def test_names_of_before_are_left_alone_and_nobody_joins_them() -> None:
    """As migration 0017 finds them: two that look alike, and one that nobody could choose now."""
    older, younger, odd = member("Marit"), member("Joost"), member("Ann")
    for user, name in ((younger, "Mаrit"), (odd, "Admin ☠")):
        User.objects.filter(pk=user.pk).update(name=name, look=f"?{user.pk}")
    with connection.schema_editor() as editor:
        import_module("accounts.migrations.0019_look").see(apps, editor)
    for user in (older, younger, odd):
        user.refresh_from_db()
        name = user.name
        change_profile(user, name=name, zone="Europe/Berlin")
        user.save()
        assert User.objects.get(pk=user.pk).name == name
    assert code_of("M-a-r-i-t") == "alike"
    change_profile(younger, name="Wim")
    assert User.objects.get(pk=younger.pk).look == confusables.look("Wim")


@pytest.mark.parametrize("name", ["Ilse", "ILSE", "ilse"])
def test_lise_is_not_ilse(name: str) -> None:
    assert confusables.look(name) != confusables.look("Lise")


ALIKE = st.sampled_from(
    [
        (one, other["c"])
        for one, others in confusables_data.items()
        for other in others
        if unicodedata.category(one[0])[0] == "L" and len(one) == 1
    ]
)
WORDS = st.text("abcdefghijklmnopqrstuvwxyz", max_size=8)


@given(WORDS, ALIKE, WORDS)
@settings(deadline=None)
@example("", ("m", "rn"), "")
def test_what_the_table_calls_alike_has_one_look(a: str, pair: tuple[str, str], b: str) -> None:
    one, other = (f"{a}{sign}{b}" for sign in pair)
    if confusables.normal(one) == one and confusables.normal(other) == other:
        assert confusables.look(one) == confusables.look(other)


@given(st.text(max_size=30))
@settings(deadline=None)
@example("ß")
def test_a_look_is_stable(text: str) -> None:
    assert confusables.look(confusables.normal(text)) == confusables.look(text)
    assert confusables.look(text) != "" or not confusables.normal(text)


INVISIBLE = st.sampled_from(
    [
        chr(code)
        for code in (*range(0x20), 0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F),
                     *range(0x2060, 0x2070), 0x3164, 0x2800, 0xFEFF, *range(0xE0020, 0xE0080))
        if not chr(code).isspace()
    ]
)  # fmt: skip


@given(st.text(max_size=10), INVISIBLE, st.text(max_size=10))
@settings(deadline=None)
def test_nothing_invisible_gets_in(a: str, hidden: str, b: str) -> None:
    with pytest.raises(ValidationError):
        display_names._check_signs(confusables.normal(f"A{a}{hidden}{b}z"))


TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN"}


@given(st.text(min_size=1, max_size=30))
@settings(deadline=None)
def test_what_passes_can_be_seen_and_read(text: str) -> None:
    name = confusables.normal(text)
    try:
        display_names._check_signs(name)
    except ValidationError:
        return
    assert name[0].isalnum()
    assert confusables.unseen(name) == ""
    assert not {unicodedata.bidirectional(sign) for sign in name} & TURNING


@pytest.mark.parametrize("text", ["Team ❤️", "👩‍🚀 up", "👍🏽", "Ameland"])
def test_what_belongs_to_a_pictograph_is_seen(text: str) -> None:
    """Tables may be called so; phones write them with signs that stand invisible elsewhere."""
    assert confusables.unseen(text) == ""
