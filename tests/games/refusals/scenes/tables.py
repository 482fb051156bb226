"""Laying tables, sitting down, asking people, starting; leagues and tables with the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.people import own_bots
from games import reliability
from games.models import Game, League, Season, Seat
from games.reliability import Habits
from games.services import sweep
from games.services.lobby import invitations, tables
from tests.accounts.making import staff
from tests.games.api.asking import ROOT, at, client
from tests.games.duplicates.making import begun, created
from tests.games.making import people, person, running, user_at
from tests.games.refusals.scenes import Wish, no
from tests.games.web.driving import browser

TABLE = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
BAD: tuple[tuple[str, dict[str, object]], ...] = (
    ("unknown_ruleset", {"ruleset": "chess"}),
    ("bad_seats", {"seats": 9}),
    ("bad_options", {"options": {"cascade": 7}}),
    ("bad_options", {"options": {"elephant": True}}),
    (
        "bad_options",
        {"ruleset": "rowboat", "options": {"novice": True, "misplays": True}},
    ),
    ("bad_hours", {"hours": 0}),
    ("bad_bank", {"bank": 5000, "most": 1}),
    ("bank_tells", {"bank": 24, "most": 48, "tells": False}),
    ("bad_share", {"reliable": 101}),
    ("bad_delay", {"delay": 5}),
    ("bad_offer", {"offer": 99}),
    ("bad_chat", {"chat": "elephants"}),
    ("bad_policy", {"policy": "elephants"}),
    ("too_many_bots", {"bots": 3}),
    ("bad_level", {"bots": 1, "level": 9}),
    ("bad_duplicate", {"duplicate": 7}),
)


def creating(patch: Any) -> Iterator[Wish]:
    ask = client(person())
    for code, wrong in BAD:
        yield no(code, ask.post, f"{ROOT}/games", TABLE | wrong)
    patch.setattr(tables, "MAX_OPEN_TABLES", 0)
    yield no("too_many_tables", ask.post, f"{ROOT}/games", TABLE)
    yield no("unknown_game", ask.get, at("none"))
    yield no("unknown_person", ask.get, f"{ROOT}/people/Nobody")
    yield no("unknown_league", ask.get, f"{ROOT}/leagues/none")


def sitting(patch: Any) -> Iterator[Wish]:
    marit, joost, aoife = people(3)
    table = tables.make_table(marit, tables.TableSettings(name="Texel", seats=3))
    ask, other = client(marit), client(joost)
    yield no("already_seated", ask.post, at(table, "join"))
    yield no("not_maker", other.post, at(table, "start"))
    yield no("too_few", ask.post, at(table, "start"))
    yield no("bad_link", other.post, at(table, "join"), {"link": "none"})
    yield no("bad_address", ask.post, at(table, "invitations"), {"email": "none"})
    bot, _key = own_bots.make(joost, "Texel")
    tables.join(bot.user, table.code)
    yield no("cannot_invite", client(bot.user).post, at(table, "invitations"), {"email": "a@b.org"})
    patch.setattr(invitations, "MAX_KEPT", 0)
    yield no("too_many_kept", ask.put, at(table, "invitations", aoife.name))
    patch.setattr(invitations, "MAX_INVITATIONS", 0)
    sent = {"email": "wim@example.org"}
    yield no("too_many_invitations", ask.post, at(table, "invitations"), sent)
    patch.setattr(reliability, "habits", lambda people: dict.fromkeys(people, Habits(20, 2)))
    Game.objects.update(least_share=90)
    yield no("not_reliable", other.post, at(table, "join"))
    Seat.objects.filter(user=None).update(kept_for=aoife)
    Game.objects.update(least_share=0)
    yield no("table_full", other.post, at(table, "join"))
    game = running(people_of(3))
    yield no("already_started", other.post, at(game, "join"))
    yield no("words_fixed", client(user_at(game, 0)).put, at(game, "words"), {"entropy": "gulls"})


def people_of(count: int) -> list[User]:
    """Other people than those who sit there."""
    return [person(f"Guest {number}") for number in range(count)]


def same_deals(_patch: Any) -> Iterator[Wish]:
    running_, here, _there = begun()
    yield no("duplicate_closed", client(person("Wim")).get, at(running_[0]))
    yield no("duplicate_closed", client(here[0]).get, at(running_[1]))
    given = {"target": running_[1].code, "seat": 1, "person": here[0].name}
    chief = client(staff("Hedda", "chief"))
    asked = {"reason": "asked", "text": "They asked for it.", **given}
    yield no("person_knows_deals", chief.post, f"{ROOT}/moderation/replace", asked)
    asked["person"] = staff("Anna", "helper").name
    yield no("person_sees_tables", chief.post, f"{ROOT}/moderation/replace", asked)


def same_deals_created(_patch: Any) -> Iterator[Wish]:
    marit = person("Marit")
    both, ask = created(marit), client(marit)
    yield no("at_sister", ask.post, at(both[1], "join"))
    yield no("duplicate_full", ask.post, at(both[0], "start"))
    yield no("duplicate_alone", ask.post, at(both[0], "start"), {"fill_with_bots": True})


def leagues(_patch: Any) -> Iterator[Wish]:
    start = timezone.now() + timedelta(days=1)
    League.objects.create(
        slug="tides", name="Tides", ruleset="turning-tides", seats=2, days=30, first_start=start
    )
    guest = User.objects.create_user(None, None, name="Guest", kind=User.Kind.GUEST)
    yield no("no_season", client(person()).post, f"{ROOT}/leagues/tides/entry")
    sweep.sweep()
    yield no("no_guests", client(guest).post, f"{ROOT}/leagues/tides/entry")
    Season.objects.update(state=Season.State.RUNNING)
    yield no("season_begun", browser(person("Wim")).post, "/leagues/tides/leave/", {"season": "1"})


SCENES = (creating, sitting, same_deals, same_deals_created, leagues)
