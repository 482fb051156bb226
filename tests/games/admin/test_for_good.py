"""What nobody can give back stands apart and asks for the name."""

import re

import pytest
from django.urls import reverse

from accounts.models import ModerationEntry
from games.models import Game
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member
from tests.games.admin.test_commands import filled_in, looked_at, signed_in
from tests.games.services.moderation.setting import prepared, target_of

pytestmark = pytest.mark.django_db
FINAL = [slug for slug, command in COMMANDS.items() if command.final]
# These cannot be undone either, but take nothing away: they give time, or are letters.
HARMLESS = {"extend", "extend_person", "outage", "warn", "send_again"}
SECTION = re.compile(r'<section class="final".*?</section>', re.DOTALL)


def test_whatever_cannot_be_undone_is_for_good_or_harmless() -> None:
    cannot = {slug for slug, command in COMMANDS.items() if command.undo is None}

    assert set(FINAL) == cannot - HARMLESS
    assert set(FINAL) == {"cancel", "end", "replace", "forget"}


def test_they_stand_apart_under_a_heading_of_their_own(missed: Game) -> None:
    client, wim = signed_in(), member("Wim")
    for page, key, on in (
        (reverse("admin:games_game_change", args=[missed.pk]), missed.code, "game"),
        (reverse("admin:accounts_user_change", args=[wim.pk]), wim.pk, "person"),
    ):
        text = client.get(page).content.decode()
        apart = SECTION.search(text)
        assert apart, page
        assert ">For good</h2>" in apart[0]
        offered = {slug for slug in COMMANDS if f'"/admin/do/{slug}/{key}/"' in text}
        inside = {slug for slug in COMMANDS if f'"/admin/do/{slug}/{key}/"' in apart[0]}
        assert inside == {slug for slug in FINAL if COMMANDS[slug].on == on}
        assert offered > inside


WRONG = ("", "yes", "{name}", "{name}")  # nothing, something else, all of it but a letter


@pytest.mark.parametrize(("slug", "typed"), [*zip(FINAL, WRONG, strict=True)])
def test_it_is_done_once_the_name_is_typed(slug: str, typed: str, missed: Game) -> None:
    person, client = member("Wim"), signed_in()
    prepared(slug, person, missed)
    page = reverse("admin:act", args=[slug, target_of(slug, missed, person)])
    assert "For good" in client.get(page).content.decode()
    shown = looked_at(client.post(page, filled_in(slug)))
    name = shown["confirm"]
    wrong = {**shown, "confirm": typed.format(name=name[:-1])}
    again = client.post(page, {**filled_in(slug), **wrong})
    assert again.status_code == 200
    assert "That isn’t the name." in again.content.decode()
    assert not ModerationEntry.objects.filter(command=slug).exists()
    done = client.post(page, {**filled_in(slug), **shown, "confirm": f" {name.upper()} "})

    assert done.status_code == 302
    assert ModerationEntry.objects.filter(command=slug).count() == 1
