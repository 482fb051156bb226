"""The letters of a game as it is played, of each game."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from django.db import transaction

from accounts.models import User
from games import game_secrets
from games.models import Game, Hand, Seat, SeatClock
from games.rules.registry import ruleset
from games.selectors.hands.loaded_hands import LoadedHand
from games.services.hands import asides, game_flow
from games.services.hands.hand_statements import write_turned
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.notifications import hand_notices
from games.services.results import archive
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.mail import reading
from tests.games.mail.goldens.frame import Golden, in_each
from tests.games.making import user_at
from tests.games.services.moderation.setting import let_time_run_out
from tests.rules.driving import random_bids
from tests.secrecy.frozen import undone

SEATS = {**SMALLEST, "rowboat": 4}
HANDS = {**dict.fromkeys(SMALLEST, 1), "turn-the-tide": 3, "rowboat": 11, "turning-tides": 7}


def letters(slug: str) -> Iterator[Golden]:
    """First what stands early in its course."""
    people = reading.members(SEATS[slug], zone="Europe/Amsterdam")
    game = reading.started(people, ruleset=slug)
    yield from in_each(slug, "game_started", people[0])
    if slug == "turn-the-tide":
        yield from _asked_to_a_table(game, people)
    for _hand in range(HANDS[slug]):
        making.bid_all(game)
    yield from _in_the_middle(game, _asked(game))
    yield from in_each(slug, "hand_resolved", people[0])
    yield from _missed(game, _asked(game))
    yield from _ended(game, people)


def _asked_to_a_table(game: Game, people: list[User]) -> Iterator[Golden]:
    wish = TableSettings(name="Kitchen table", seats=4, ruleset=game.ruleset)
    table = tables.make_table(people[1], wish)
    invitations.invite(people[1], table.code, people[0].email or "")
    yield from in_each(game.ruleset, "invitation", people[0])


def _in_the_middle(game: Game, asked: User) -> Iterator[Golden]:
    slug = game.ruleset
    yield from in_each(slug, "your_move", asked)
    if slug == "turn-the-tide":
        yield from in_each(slug, "reminder", asked)
        running = SeatClock.objects.select_related("hand", "seat")
        clock = running.get(user=asked, hand=making.hand_of(game))
        hand_notices.deadline_moved(clock)
        yield from in_each(slug, "deadline_moved", asked)
        facts: dict[str, Any] = {
            "game": game.pk, "hand": clock.hand.number, "seat": clock.seat.index,
        }  # fmt: skip
        yield from in_each(slug, "deadline_moved", asked, "outage", **facts, outage=150)


def _missed(game: Game, asked: User) -> Iterator[Golden]:
    with undone():
        let_time_run_out(game)
        yield from in_each(game.ruleset, "missed", asked)


def _ended(game: Game, people: list[User]) -> Iterator[Golden]:
    """A stage, and the game: what lies between is left out, there are hundreds of hands."""
    slug, reader = game.ruleset, people[0]
    if ruleset(slug).position(game_secrets.open_state(game)).stages != 1:
        with undone():
            jump(game, over=False)
            yield from in_each(slug, "stage_end", reader, **_facts(game, reader), stage=1)
    if slug == "turning-tides":
        asides.do_aside(people[0], game.code, "surrender")
        yield from in_each(slug, "out_of_turn", people[1])
        asides.do_aside(people[1], game.code, "accept")
    else:
        jump(game, over=True)
    yield from in_each(slug, "game_over", reader)
    if slug == "turn-the-tide":
        Game.objects.filter(pk=game.pk).update(closed=True)
        yield from in_each(slug, "game_over", reader, "with-sisters")
        game.seats.filter(index__in=(0, 2)).update(absence=Seat.Absence.BOT)
        yield from in_each(slug, "game_over", reader, "by-bots")


def _facts(game: Game, reader: User) -> dict[str, Any]:
    return {"game": game.pk, "seat": game.seats.get(user=reader).index}


def jump(game: Game, *, over: bool) -> None:
    """The open hand becomes the last one of some stage, or of the whole game."""
    rules, rng = ruleset(game.ruleset), random.Random(7)
    state = (
        _far(game_secrets.open_state(game), game.ruleset) if over else game_secrets.open_state(game)
    )
    while True:
        while (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
        before, (state, events) = state, rules.resolve(state, random_bids(rules, state, rng))
        ended = rules.outcome(state) is not None
        if ended if over else rules.position(state).stage > rules.position(before).stage:
            break
    with transaction.atomic(), patch.object(archive, "keep_record"):
        game = game_secrets.lock_game(pk=game.pk)
        hand = making.hand_of(game)
        hand.stage = game_flow._stage(game, rules.position(before).stage, None)
        hand.table = rules.observation(before, None)
        hand.save()
        _missed, turned = game_flow._mark_resolved(
            game, LoadedHand(hand, [], {}), Hand.Trigger.BIDS, {}, events
        )
        write_turned(turned)
        making.advance(game, state)


def _far(state: Any, slug: str) -> Any:
    """Of Rowboat, at random nobody comes to its goal: all sides are near it."""
    if slug != "rowboat":
        return state
    return replace(state, sides=tuple(replace(side, score=480) for side in state.sides))


def _asked(game: Game) -> User:
    seat = making.hand_of(game).awaiting[0]
    return user_at(game, seat)
