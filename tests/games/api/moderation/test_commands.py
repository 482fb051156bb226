"""The commands of moderators over the API."""

import pytest

from accounts.models import ModerationEntry, User
from accounts.people.new_accounts import make_guest
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member, staff
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import fresh, person, running, user_at
from tests.games.services.moderation.setting import (
    GIVEN,
    game_with_a_miss,
    players,
)
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
AT = f"{ROOT}/moderation"


def body(slug: str, target: str, **more: object) -> dict[str, object]:
    given = GIVEN[slug]
    fields = {name: getattr(given, name) for name in COMMANDS[slug].fields}
    return {"target": target, "reason": given.reason, "text": given.text, **fields, **more}


def test_undo() -> None:
    game, ask = game_with_a_miss(), client(staff("Hedda", "moderator"))
    done = good(ask.post(f"{AT}/take_back", body("take_back", game.code)))
    assert fresh(game).hand_number == 2
    good(ask.post(f"{AT}/undo/{done['entry']}", {"reason": "asked"}))
    assert fresh(game).hand_number == 4
    problem(ask.post(f"{AT}/undo/{done['entry']}", {"reason": "asked"}), 409, "cannot_undo")


def test_the_list_is_that_of_ones_role() -> None:
    helper = good(client(staff("Hedda", "helper")).get(f"{AT}/commands"))
    assert {each["slug"] for each in helper["commands"]} == {
        slug for slug, each in COMMANDS.items() if each.needs == "help"
    }
    problem(client(member("Wim")).get(f"{AT}/commands"), 403, "not_allowed")
    problem(client().get(f"{AT}/commands"), 401, "not_authenticated")


@pytest.mark.parametrize("slug", [*COMMANDS, "nothing"])
def test_who_is_no_moderator_or_sits_there_is_refused(slug: str) -> None:
    hedda = staff("Hedda", "chief")
    game = running([*players()[:2], hedda])
    for user, codes in (
        (game.seats.get(index=0).user, {"not_allowed", "unknown_command"}),
        (hedda, {"own_game", "own_person", "unknown_command", "not_in_this_state"}),
        (staff("Bo", "chief", factor=False), {"not_allowed", "unknown_command"}),
    ):
        on = COMMANDS[slug].on if slug in COMMANDS else "game"
        if on == "site" and user == hedda:
            continue  # it concerns all games alike
        target = game.code if on == "game" else str(game.seats.get(index=1).user_id)
        if on == "letter":
            target = str(not_none(hedda.notices.first()).pk) if hedda.notices.exists() else "0"
        sent = body(slug, target) if slug in COMMANDS else {"target": "x", "reason": "asked"}
        answer = client(user).post(f"{AT}/{slug}", sent)
        assert answer.status_code in (403, 404, 409), (slug, user)
        assert answer.json()["code"] in codes, (slug, user)
    assert User.objects.filter(is_active=True, kind="person").count() == 5


def test_what_is_wrong_in_itself_is_said_by_field() -> None:
    ask, game = client(staff("Hedda", "chief")), game_with_a_miss()
    problem(ask.post(f"{AT}/excuse", {"target": game.code}), 400, "invalid")
    sent = {"target": game.code, "reason": "asked", "cards": 1}
    problem(ask.post(f"{AT}/excuse", sent), 400, "unknown_fields")
    problem(ask.post(f"{AT}/take_back", body("take_back", "none")), 404, "unknown_game")


def test_undo_tells_nobody_but_staff_which_entries_there_are() -> None:
    """Planted: `cannot_undo` (409) for a number of which there is no entry."""
    game, ida = game_with_a_miss(), staff("Ida", "moderator")
    sent = {"reason": "asked"}
    done = good(client(ida).post(f"{AT}/take_back", body("take_back", game.code)))
    for user in (user_at(game, 0), person("Wim"), make_guest("en", "UTC", "Rover"),
                 staff("Bo", "chief", factor=False)):  # fmt: skip
        for number in (done["entry"], 999_999):
            problem(client(user).post(f"{AT}/undo/{number}", sent), 403, "not_allowed")
    refused = ModerationEntry.objects.filter(command="refused")
    assert set(refused.values_list("about", flat=True)) == {f"game:{game.code}", "site"}
    problem(client().post(f"{AT}/undo/1", sent), 401, "not_authenticated")
    problem(client(staff("Cem", "helper")).post(f"{AT}/undo/1", sent), 403, "not_allowed")
    problem(client(ida).post(f"{AT}/undo/999999", sent), 409, "cannot_undo")


def test_who_plays_there_can_undo_nothing_there() -> None:
    hedda = staff("Hedda", "chief")
    game = game_with_a_miss([*players()[:2], hedda])
    ask = client(staff("Ida", "moderator"))
    done = good(ask.post(f"{AT}/take_back", body("take_back", game.code)))
    undo = f"{AT}/undo/{done['entry']}"
    problem(client(hedda).post(undo, {"reason": "asked"}), 403, "own_game")
    problem(client(hedda).post(undo, {"reason": "asked", "preview": True}), 403, "own_game")
