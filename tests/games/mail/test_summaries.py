"""Briefs: what bell, push and programs are told of each kind; true or not, never a card."""

from collections.abc import Callable
from itertools import product

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Notice, User
from accounts.notifications import in_app, summaries
from accounts.notifications.kinds import Brief
from games.models import Game
from games.selectors import page_header
from games.services import sweep
from games.services.lobby import invitations, rematches, tables
from games.services.people.friends import befriend, part
from games.services.seats import absence, substitutes, votes
from games.services.talk import chat
from tests.accounts.making import member
from tests.games.fast_forward import fast_forward, past_first_stage
from tests.games.mail.reading import members, notice, started
from tests.games.making import bid, bid_all, legal
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

FACTS = {"game", "ruleset", "table", "seat", "hand", "stage", "deadline"}


def said(user: User, kind: str) -> Brief:
    found = summaries.brief(notice(user, kind))
    assert found is not None
    return found


def test_a_hand_that_waits_is_named_with_its_table_and_its_deadline() -> None:
    marit, *_ = people = members(3)
    game = started(people)
    found = said(marit, "your_move")

    assert found.title == "Your move"
    assert found.text.startswith("Turn the Tide, Schiermonnikoog: until ")
    assert found.path == f"/g/{game.code}/"
    assert found.facts["game"] == game.code
    assert found.true


@pytest.mark.parametrize("kind", ["your_move", "reminder"])
def test_it_is_no_longer_true_once_the_seat_has_answered(kind: str) -> None:
    marit, joost, *_ = people = members(3)
    game = started(people)
    bid(game, joost)
    assert said(marit, kind).true
    bid(game, marit)
    assert not said(marit, kind).true


def test_every_kind_of_a_whole_game_has_one_without_a_card() -> None:
    marit, *_ = people = members(3)
    game = fast_forward(past_first_stage(started(people)))
    for kind in ("game_started", "your_move", "hand_resolved", "stage_end", "game_over"):
        found = said(marit, kind)
        assert set(found.facts) <= FACTS
        assert not {"44", "58"} & set(found.text.split())
    assert said(marit, "game_over").true
    assert not said(marit, "game_started").true
    assert said(marit, "game_over").path == f"/g/{game.code}/"


@pytest.mark.parametrize("kind", ["game_paused", "game_resumed", "vote_asked", "seat_taken"])
def test_news_of_a_table_name_it_as_well(kind: str) -> None:
    marit, joost, aoife = people = members(3)
    game = started(people)
    _happen(kind, game, people)
    reader = {"vote_asked": joost, "seat_taken": aoife}.get(kind, marit)
    found = said(reader, kind)
    assert found.text == "Turn the Tide, Schiermonnikoog"
    assert found.path == f"/g/{game.code}/"
    named = {name: found.facts.get(name) for name in ("game", "ruleset", "table")}
    assert named == {"game": game.code, "ruleset": "turn-the-tide", "table": "Schiermonnikoog"}
    assert found.facts.get("seat") == (None if kind == "seat_taken" else people.index(reader))


def _happen(kind: str, game: Game, people: list[User]) -> None:
    if kind == "seat_taken":
        absence.leave(people[2], game.code)
        substitutes.take(member("Wim"), game.code, 2)
        return
    for user in people[:1] if kind == "vote_asked" else people:
        votes.vote(user, game.code, "pause")
    if kind == "game_resumed":
        votes.go_on(people[0], game.code)


def test_an_invitation_names_its_table() -> None:
    marit, joost = members(2)
    table = tables.make_table(marit, tables.TableSettings(name="Texel", seats=3))
    invitations.invite(marit, table.code, str(joost.email))
    found = said(joost, "invitation")
    assert found.text == "Turn the Tide, Texel"
    assert found.facts == {"game": table.code, "ruleset": "turn-the-tide", "table": "Texel"}


def test_whoever_takes_a_seat_is_led_to_its_briefing() -> None:
    people = members(3)
    game = started(people)
    absence.leave(people[2], game.code)
    wim = member("Wim")
    substitutes.take(wim, game.code, 2)
    assert said(wim, "briefing").path == f"/g/{game.code}/briefing/"


def test_many_cost_no_more_queries_than_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = members(3)
    games = [started(people) for _ in range(4)]
    for game in games:
        bid_all(game)
    asked = list(Notice.objects.filter(kind="your_move").select_related("recipient"))
    with django_assert_num_queries(6):
        summaries.briefs(asked[:1])
    with django_assert_num_queries(6):
        summaries.briefs(asked)


def test_many_about_an_open_table_read_it_once(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    marit, joost, _aoife = people = members(3)
    for _each in range(3):
        rematches.rematch(joost, fast_forward(started(people)).code)
    asked = list(Notice.objects.filter(kind="rematch", recipient=marit).select_related("recipient"))
    with django_assert_num_queries(9):  # one of each: whether its reader hides who asks
        assert len([brief for brief in summaries.briefs(asked) if brief]) == 3


def test_many_invitations_cost_no_more_queries_than_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    marit, joost = members(2)
    for number in range(4):
        table = tables.make_table(joost, tables.TableSettings(name=f"Texel {number}", seats=3))
        invitations.keep_seat(joost, table.code, marit)
    kept = list(Notice.objects.filter(kind="seat_kept").select_related("recipient"))
    with django_assert_num_queries(8):
        summaries.briefs(kept[:1])
    with django_assert_num_queries(8):
        assert all(summaries.briefs(kept))


def waits(user: User) -> int:
    return page_header.masthead(user).unread


def fresh_in_list(user: User) -> int:
    return sum(entry.fresh for entry in in_app.entries(user, list(in_app.of(user))))


def test_the_bell_does_not_count_what_somebody_else_is_asked_now() -> None:
    _marit, _joost, aoife = people = members(3)
    game = started(people)
    absence.leave(aoife, game.code)
    substitutes.take(member("Wim"), game.code, 2)
    fresh = [
        entry.notice.kind for entry in in_app.entries(aoife, list(in_app.of(aoife))) if entry.fresh
    ]
    assert fresh == ["seat_taken"]
    in_app.of(aoife).exclude(kind="your_move").update(read_at=timezone.now())
    assert waits(aoife) == 0


def test_the_bell_does_not_count_a_vote_that_one_has_cast_or_that_was_withdrawn() -> None:
    marit, joost, aoife = people = members(3)
    game = started(people)
    in_app.mark_read(joost)
    in_app.mark_read(aoife)
    votes.vote(marit, game.code, "pause")
    assert (waits(joost), waits(aoife)) == (1, 1)
    votes.vote(joost, game.code, "pause")
    assert (waits(joost), waits(aoife)) == (0, 1)
    for user in (marit, joost):
        votes.unvote(user, game.code, "pause")
    assert waits(aoife) == 0


def _asked_to_be_friends(marit: User, joost: User) -> Game | None:
    befriend(marit, joost)
    return None


def _named(marit: User, joost: User) -> Game:
    return tables.make_table(marit, tables.TableSettings(name="Texel", seats=3), [joost])


def _invited(marit: User, joost: User) -> Game:
    table = tables.make_table(marit, tables.TableSettings(name="Texel", seats=3))
    invitations.invite(marit, table.code, not_none(joost.email))
    return table


def _asked_again(marit: User, joost: User) -> Game:
    old = started([marit, joost, member("Wim")])
    Game.objects.filter(pk=old.pk).update(state="over")
    in_app.mark_read(joost)
    return rematches.rematch(marit, old.code)


def _joined(_marit: User, joost: User, table: Game | None) -> None:
    tables.join(joost, not_none(table).code)


def _declined(_marit: User, joost: User, table: Game | None) -> None:
    invitations.decline(joost, not_none(table).code)


def _closed(marit: User, _joost: User, table: Game | None) -> None:
    tables.leave(marit, not_none(table).code)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (_asked_to_be_friends, lambda marit, joost, _table: befriend(joost, marit)),
        (_asked_to_be_friends, lambda marit, joost, _table: part(joost, marit)),
        (_asked_to_be_friends, lambda marit, joost, _table: part(marit, joost)),
        *product((_named, _invited, _asked_again), (_joined, _declined, _closed)),
    ],
)
def test_the_bell_does_not_count_what_people_asked_once_it_is_answered_or_void(
    asked: Callable[[User, User], Game | None],
    answered: Callable[[User, User, Game | None], object],
) -> None:
    marit, joost = members(2)
    table = asked(marit, joost)
    assert waits(joost) == fresh_in_list(joost) == 1
    answered(marit, joost, table)
    assert waits(joost) == fresh_in_list(joost) == 0


def test_the_bell_does_not_count_a_chat_that_one_has_read() -> None:
    marit, joost, _aoife = people = members(3)
    game = started(people)
    in_app.mark_read(joost)
    for number in range(1, 3):
        chat.say(marit, game.code, f"Hello {number}!")
        assert waits(joost) == fresh_in_list(joost) == 1
        chat.mark_read(game.seats.get(user=joost), number)
        assert waits(joost) == fresh_in_list(joost) == 0


def test_the_bell_does_not_count_what_has_been_answered() -> None:
    marit, joost, aoife = members(3)
    game = started([marit, joost, aoife])
    assert waits(marit) == 2, "it begins, and it is her move"
    bid(game, marit, legal(game, 0)[0])
    assert waits(marit) == 1
    assert waits(joost) == 2
    bid(game, joost)
    bid(game, aoife)
    sweep.sweep()
    assert waits(marit) == 2, "it begins, and the next hand"
