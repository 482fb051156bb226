"""Tables with the same deals: while one is being played, it shows nothing about another.

The two worlds differ in everything that happened at the other table: cards, hands, log, points, and
whether it is over.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Hand, LogEntry, SeatClock, Stage
from games.services.lobby import tables
from tests.accounts.making import staff
from tests.games.duplicates.making import begun
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, person
from tests.narrowing import not_none
from tests.process_fixtures import again
from tests.sampling import sample, whole
from tests.secrecy import cases, comparing, letters, suite
from tests.secrecy.addresses import Scene
from tests.secrecy.altering import Other
from tests.secrecy.frozen import frozen
from tests.secrecy.observers import Observer, _observer
from tests.secrecy.positions import Position

pytestmark = pytest.mark.django_db
Answers = dict[str, object]
Part = tuple[int, int]  # one in so many addresses, and which
WORD = "kwartelkoning"  # in the other world it occurs wherever something happened


def otherwise(game: Game) -> None:
    """The other world: this table was played differently, and is over."""
    game = fresh(game)
    game.table = {**(game.table or {}), "stage": 4, "hand": 12, "note": WORD}
    game.outcome = {"scores": [9, 1, 0], "winners": [0]}
    game.state, game.ended_at, game.hand_number = Game.State.OVER, timezone.now(), 48
    game.save()
    Hand.objects.filter(game=game).update(table=game.table, awaiting=[2], phase="take")
    Stage.objects.filter(game=game).update(ended_at=timezone.now())
    LogEntry.objects.filter(game=game, kind="hand").update(data={"events": [], "missed": [1]})
    SeatClock.objects.filter(hand__game=game).update(counted=False)


def asked(scene: Scene, share: int, turn: int) -> list[suite.Asked]:
    """One request per address of pages and API, and one letter of every kind; of one in `share`
    addresses, others in each turn. A seat at its own table requests what is the table's: the rest
    the same person requests in the test of the other table.
    """
    every: list[suite.Asked] = [*cases.addresses(scene, ("pages", "api"))]
    if scene.observer.seat is not None and not whole():
        every = [one for one in every if scene.position.game.code in str(one)]
    every = suite.some([*every, *letters.sendings(scene)], share, turn)
    drawn: list[tuple[int, suite.Asked]] = sample(
        enumerate(every),
        kind=lambda each: suite.address_of(each[1]),
        name=lambda each: (scene.observer.name, each[0]),
    )
    return [one for _number, one in drawn]


def answers(observer: Observer, game: Game, users: list[User], part: Part) -> Answers:
    """Everything that this observer gets about a table; or of that part of the addresses."""
    scene = Scene(Position("sisters", fresh(game), users), observer, Other(words=["3", "44"]))
    return {
        str(one): comparing.ask(observer, one)
        if isinstance(one, comparing.BaseApiView)
        else letters.compose(one)
        for one in asked(scene, *part)
    }


def _same(
    observer: Observer, table: Game, other: Game, users: list[User], part: Part = (1, 0)
) -> int:
    """The number of requests made in both worlds, all with the same result."""
    with frozen():
        before = answers(observer, table, users, part)
        otherwise(other)
        after = answers(observer, table, users, part)
    both = before.keys() & after.keys()
    assert not [address for address in both if before[address] != after[address]]
    assert not [address for address, answer in after.items() if WORD in str(answer)]
    return len(both)


def test_a_seat_gets_nothing_of_the_other_table_by_its_addresses() -> None:
    both, here, there = again(begun)
    for game in both:
        bid_all(game)
    assert _same(_observer("a seat", there[1], None), both[0], both[0], here) > 60


def test_a_seat_gets_nothing_of_the_other_table_by_its_own_addresses() -> None:
    both, _here, there = again(begun)
    for game in both:
        bid_all(game)
    assert _same(_observer("a seat", there[1], 1), both[1], both[0], there) > 50


@pytest.mark.parametrize(("who", "turn"), [("a stranger", 0), ("anybody", 1)])
def test_others_get_nothing_of_a_closed_table(who: str, turn: int) -> None:
    """Each requests half of the addresses; with all cases tried, all."""
    both, here, _there = again(begun)
    bid_all(both[0])
    observer = _observer(who, person("Wim") if who == "a stranger" else None, None)
    assert _same(observer, both[0], both[0], here, (2, turn)) > 20


def test_its_own_seats_keep_their_own_view_of_it() -> None:
    both, here, _there = again(begun)
    fast_forward(both[0])
    client = Client()
    client.force_login(here[0])
    page = client.get(f"/g/{both[0].code}/")
    assert page.status_code == 200
    body = page.content.decode()
    assert "/replay/" not in body
    assert "record.json" not in body
    for rest in ("replay/", "verify/", "record.json", "compare/", "duplicate/"):
        assert client.get(f"/g/{both[0].code}/{rest}").status_code == 403, rest
    for rest in ("record", "comparison", "duplicate"):
        answer = client.get(f"/api/v1/games/{both[0].code}/{rest}")
        assert (answer.status_code, answer.json()["code"]) == (403, "duplicate_closed"), rest
    told = client.get(f"/api/v1/games/{both[0].code}").json()
    assert told["closed"]
    assert told["outcome"]


def test_a_moderator_who_plays_sees_no_other_table_in_the_panel() -> None:
    both, _here, _there = again(begun)
    hedda, client = staff("Hedda", "chief"), Client()
    client.force_login(hedda)
    page = reverse("admin:games_game_change", args=[both[0].pk])
    assert client.get(page).status_code == 200, "Who has no stake looks on as a spectator would."
    both[1].seats.filter(index=2).update(user=hedda)

    assert client.get(page).status_code == 302, "As if there were none."
    for model in ("game", "hand", "logentry", "bid", "stage", "seat"):
        shown = client.get(reverse(f"admin:games_{model}_changelist"), {"q": both[0].code})
        assert shown.status_code == 200
        assert f">{both[0].code}<" not in shown.content.decode()
        assert f"({both[0].code})" not in shown.content.decode(), model
    entry = not_none(both[0].log.first())
    assert client.get(reverse("admin:games_logentry_change", args=[entry.pk])).status_code == 302


def test_nor_is_it_found_or_stuck_for_them() -> None:
    both, here, _there = again(begun)
    Hand.objects.filter(game__in=both).update(deadline=timezone.now() - timedelta(hours=1))
    hedda, wim = staff("Hedda", "chief"), staff("Wim", "moderator")
    both[1].seats.filter(index=2).update(user=hedda)
    asked = [("find", {"q": term}) for term in ("running", "stuck", both[0].code, "Marit")]
    ways = [(reverse(f"admin:{name}"), query) for name, query in [*asked, ("index", {})]]
    ways.append((reverse("admin:accounts_user_change", args=[here[0].pk]), {}))
    table = reverse("admin:games_game_change", args=[both[0].pk])
    for moderator, sees in ((hedda, False), (wim, True)):
        client = Client()
        client.force_login(moderator)
        for way, query in ways:
            text = client.get(way, query).content.decode()
            assert (table in text) == sees, (moderator, way, query)


def test_lists_leave_out_what_is_closed() -> None:
    both, _here, there = again(begun)
    client = Client()
    client.force_login(there[0])
    for show in ("running", "over"):
        assert both[0].code not in client.get("/games/", {"show": show}).content.decode()
    codes = [game["code"] for game in client.get("/api/v1/games").json()["games"]]
    assert codes == [both[1].code]
    assert Client().get("/api/v1/games").json()["games"] == []


def test_open_tables_are_seen_as_ever() -> None:
    table = tables.make_table(
        person("Marit"), tables.TableSettings(name="Texel", seats=3, duplicate=2)
    )
    assert Client().get(f"/g/{table.code}/").status_code == 200
    assert len(Client().get("/api/v1/games").json()["games"]) == 2
