"""What each game tells fits its own components of the schema, to the last member and no further."""

from __future__ import annotations

import copy
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.api.schema import typed_games
from games.rules.registry import RULESETS
from tests import ready_games
from tests.games.api.asking import at, client, good
from tests.games.api.contract import schema, validator

MOST_HANDS = 600  # in Rowboat, random bids may never end a game
Seen = list[tuple[str, Any]]


def name(slug: str, root: str) -> str:
    return slug.title().replace("-", "") + root


def objections(component: str, told: Any) -> list[str]:
    """What a validator that allows no other members has against it."""
    shape = {"$ref": f"#/components/schemas/{component}"}
    return [error.message for error in validator(shape, closed=True).iter_errors(told)]


def of_api(slug: str, state: str) -> Seen:
    """All that the doors answer about a ready game: which component, and what was told."""
    game = ready_games.take(slug, state)
    seat = game.seats.get(index=0).user
    told: Seen = []
    for ask in (client(seat), client()):
        table = good(ask.get(at(game)))
        told.append(("Observation", table["observation"]))
        told += [("Outcome", table["outcome"])] if table["outcome"] else []
        for entry in good(ask.get(at(game, "log") + "?limit=200"))["entries"]:
            told += [("Event", event) for event in entry["data"].get("events", [])]
        hand = good(ask.get(at(game, "hands", 1)))
        told += [("Observation", hand["before"]), ("Observation", hand["after"])]
        told += [("Event", event) for event in hand["events"]]
        told += [("Record", good(ask.get(at(game, "record"))))] if state != "middle" else []
    return told


@pytest.mark.django_db
@pytest.mark.parametrize("slug", typed_games.SHAPES)
@pytest.mark.parametrize("state", ["middle", "over"])
def test_the_answers_are_as_the_schema_says(slug: str, state: str) -> None:
    told = of_api(slug, state)
    assert {root for root, _told in told} >= {"Observation", "Event"}
    assert ("Record" in dict(told)) == ("Outcome" in dict(told)) == (state == "over")
    for root, value in told:
        component = root if root == "Outcome" else name(slug, root)
        assert objections(component, value) == [], component


@pytest.mark.django_db
@pytest.mark.parametrize("slug", typed_games.SHAPES)
def test_every_entry_of_a_log_is_as_the_schema_says(slug: str) -> None:
    game = ready_games.take(slug, "first")
    first, *others = [client(seat.user) for seat in game.seats.order_by("index")]
    for ask in (first, *others):
        good(ask.post(at(game, "votes"), {"wish": "pause"}, format="json"))
    good(first.post(at(game, "go-on")))
    good(first.post(at(game, "extend"), {"hand": 1}, format="json"))
    good(first.post(at(game, "away"), {"how": "bot"}, format="json"))
    good(first.post(at(game, "back")))
    told = good(first.get(at(game, "log")))["entries"]
    for other in ("over", "cancelled"):
        game = ready_games.take(slug, other)
        told += good(client().get(at(game, "log") + "?limit=200"))["entries"]
    kinds = {"made", "joined", "started", "hand", "over", "cancelled"}
    assert {entry["kind"] for entry in told} >= kinds | {"paused", "resumed", "extended", "bot"}
    assert [found for entry in told for found in objections("EntryOut", entry)] == []
    known = set(typed_games.facts()["properties"])
    assert {member for entry in told for member in entry["data"]} <= known


def inner(value: Any) -> Iterator[dict[str, Any]]:
    """Each object in it that a component describes, the outermost first."""
    if isinstance(value, dict):
        if not all(key.isdigit() for key in value):  # by seat: no shape of its own
            yield value
        for each in value.values():
            yield from inner(each)
    elif isinstance(value, list):
        for each in value:
            yield from inner(each)


def faults(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The same with one thing wrong: at every depth a member more, and one of another type."""
    for depth, _inner in enumerate(inner(value)):
        wrong = copy.deepcopy(value)
        list(inner(wrong))[depth]["elephant"] = 1
        yield f"a member more at {depth}", wrong
    for key in value:
        yield f"{key} of another type", {**value, key: {"elephant": [1.5]}}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", typed_games.SHAPES)
def test_a_wrong_member_is_found_wherever_it_stands(slug: str) -> None:
    told = of_api(slug, "over")
    for root in ("Observation", "Event", "Record"):
        value = next(value for kind, value in told if kind == root)
        for what, wrong in faults(value):
            assert objections(name(slug, root), wrong), (root, what)
    event = next(value for kind, value in told if kind == "Event")
    for key in event:
        without = {kept: text for kept, text in event.items() if kept != key}
        assert objections(name(slug, "Event"), without), f"without {key}"


@pytest.mark.django_db
def test_no_game_fits_the_components_of_another() -> None:
    for slug, other in itertools.permutations(typed_games.SHAPES, 2):
        table = RULESETS[slug].observation(RULESETS[slug].start(RULESETS[slug].SEATS[0], {}), None)
        assert objections(name(other, "Observation"), table), (slug, other)


def states(slug: str) -> Iterator[tuple[Any, Any]]:
    """Positions and events of games by chance, with every number of seats and all options."""
    rules, chance = RULESETS[slug], random.Random(7)
    values = [option.values for option in rules.OPTIONS]
    for seats, chosen in itertools.product(rules.SEATS, itertools.product(*values)):
        names = [option.name for option in rules.OPTIONS]
        state = start(slug, seats, dict(zip(names, chosen, strict=True)))
        for _hand in range(MOST_HANDS if state is not None else 0):
            if rules.outcome(state) is not None:
                break
            state, events = played_on(slug, seats, state, chance)
            yield state, events


def start(slug: str, seats: int, options: dict[str, Any]) -> Any:
    try:
        return RULESETS[slug].start(seats, options)
    except ValueError:  # options that exclude each other
        return None


def played_on(slug: str, seats: int, state: Any, chance: random.Random) -> tuple[Any, Any]:
    rules = RULESETS[slug]
    if (items := rules.shuffle_needed(state)) is not None:
        return rules.shuffled(state, chance.sample(list(items), len(items))), ()
    asides = [(seat, act) for seat in range(seats) for act in rules.asides(state, seat)]
    if asides and chance.random() < 0.1:
        return rules.aside(state, *chance.choice(asides))
    bids = {seat: chance.choice(rules.legal(state, seat)) for seat in rules.awaiting(state)}
    return rules.resolve(state, bids)


@pytest.mark.parametrize("slug", typed_games.SHAPES)
def test_everything_that_can_happen_has_a_shape_and_no_shape_is_idle(slug: str) -> None:
    rules, kinds = RULESETS[slug], set()
    table = validator({"$ref": f"#/components/schemas/{name(slug, 'Observation')}"}, closed=True)
    for number, (state, events) in enumerate(states(slug)):
        for event in events:
            told = {"kind": event.kind, **event.data}
            if event.kind not in kinds or number % 20 == 0:
                assert objections(name(slug, "Event"), told) == [], told
            kinds.add(event.kind)
        if number % 40 == 0:
            for seat in (None, 0):
                errors = list(table.iter_errors(rules.observation(state, seat)))
                assert not errors, errors[0].message
    mapping = schema()["components"]["schemas"][name(slug, "Event")]["discriminator"]["mapping"]
    rare = {"game_over", "play_on", "nobody_paid"}
    assert kinds <= set(mapping)
    assert set(mapping) <= kinds | rare


@pytest.mark.parametrize("slug", RULESETS)
def test_the_page_on_records_names_all_that_a_seat_sees(slug: str) -> None:
    """Planted: `proper` left out, which the program of docs/bots-by-api.md reads."""
    page = Path(settings.BASE_DIR, "docs/records.md").read_text("utf-8").partition("## 6.")[2]
    section = page.partition(f"### {slug}\n")[2].partition("\n##")[0]
    said = set(re.findall(r"`(\w+)`|\"(\w+)\":", section))
    assert members(slug) - {word for pair in said for word in pair} == set()


def members(slug: str) -> set[str]:
    """What a seat sees, by the game's types, or else in games by chance."""
    if slug in typed_games.SHAPES:
        shapes, prefix = schema()["components"]["schemas"], name(slug, "")
        return {
            *shapes[f"{prefix}Observation"]["properties"],
            *shapes[f"{prefix}You"]["properties"],
        }
    seen = [RULESETS[slug].observation(state, 0) for state, _events in states(slug)]
    return {key for table in seen for part in (table, table["you"]) for key in part}
