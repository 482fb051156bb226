"""The game of docs/adding-a-game.md, played to its end through every interface."""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from shutil import copy, copytree
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from accounts.models import Notice, User
from games import catalogue, selectors
from games.api.results.comparison import ComparisonOut
from games.api.schema import examples
from games.api.schema.played_examples import played
from games.catalogue import GAMES
from games.models import Bid, Game
from games.rules.errors import Illegal, Malformed
from games.rules.records import record_of, replay
from games.rules.replay_words import printed
from games.services.demo import demo_club
from games.services.hands import bot_thinking
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.verification import verify
from tests.examples.reading import BLOCK, write_package
from tests.games.api.asking import at, client, good
from tests.games.fast_forward import fast_forward
from tests.games.mail.inbound.mailing import letters_to, write
from tests.games.mail.reading import letter, members, words
from tests.games.making import bid, fresh, legal, people, play_out, settle
from tests.games.verification.alone import SCRIPT
from tests.games.verification.mutations import mended
from tests.games.verification.test_verify_alone import run
from tests.games.web.driving import answer, browser, page
from tests.narrowing import not_none
from tests.rules.driving import play

SLUG = "high-card"


@pytest.fixture(autouse=True, scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The example's rules, while its package is in the catalogue as its page says."""
    folder = tmp_path_factory.mktemp("catalogue")
    names = write_package("adding-a-game.md", "games/catalogue/", folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(catalogue, "__path__", [*catalogue.__path__, str(folder)])
        game = import_module("games.catalogue.high_card").GAME
        patched.setitem(GAMES, SLUG, game)
        yield game.part("rules")
    for name in names:
        sys.modules.pop(name, None)


def created(users: list[User], **wish: Any) -> Game:
    """A table of it that has started."""
    fields: dict[str, Any] = {"ruleset": SLUG, "name": "Baltrum", "seats": len(users), **wish}
    game = tables.make_table(users[0], TableSettings(**fields))
    for user in users[1:]:
        game = tables.join(user, game.code)
    return fresh(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_keeps_the_contract(rules: ModuleType, seats: int) -> None:
    for seed in range(20):
        game = play(rules, seats, {"low_wins": seed % 2 == 0}, random.Random(seed))
        assert sum(rules.outcome(game.state).scores) == 3
        for state in (rules.start(seats, {}), *game.states):
            seen = [rules.observation(state, seat)["you"]["seat"] for seat in range(seats)]
            assert seen == list(range(seats))
            assert rules.load(rules.dump(state)) == state
            hidden = replace(state, cards=tuple(reversed(state.cards)))
            assert rules.observation(hidden, None) == rules.observation(state, None)


def test_it_reads_forgivingly_and_refuses_in_two_ways(rules: ModuleType) -> None:
    state = rules.shuffled(rules.start(2, {}), list(range(1, 13)))
    assert rules.read(state, 0, " The 2 ") == "2"
    with pytest.raises(Illegal):
        rules.read(state, 0, "9")
    with pytest.raises(Malformed):
        rules.read(state, 0, "the highest")


@pytest.mark.django_db
def test_services_play_it_and_keep_a_record_that_replays() -> None:
    game = play_out(created(people(3), options={"low_wins": True}))
    record = selectors.observations.record_of(game)
    again = replay(record_of(record))

    assert game.state == Game.State.OVER
    assert again.outcome is not None
    assert again.outcome.as_json() == game.outcome == record["outcome"]
    assert any("played: cards" in line for line in printed(again))
    assert [check for check in verify(record) if check.passed is False] == []


@pytest.mark.django_db
def test_its_record_is_checked_without_us(tmp_path: Path) -> None:
    record = selectors.observations.record_of(
        play_out(created(people(3), options={"low_wins": True}))
    )
    text = (settings.BASE_DIR / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    copytree(settings.BASE_DIR / "docs" / "verify_rules", tmp_path / "verify_rules")
    copy(SCRIPT.with_name("verify_deck.py"), tmp_path)
    script = Path(copy(SCRIPT, tmp_path))
    (tmp_path / "verify_rules" / "high_card.py").write_text(
        dict(BLOCK.findall(text))["docs/verify_rules/high_card"], encoding="utf-8"
    )
    done = run(record, tmp_path, script=script)
    outcome = {**record["outcome"], "scores": record["outcome"]["scores"][::-1]}
    worse = run(mended({**record, "outcome": outcome}), tmp_path, script=script)

    assert (done.returncode, done.stderr) == (0, "")
    assert "FAILED" not in done.stdout
    assert "FAILED   playing and result: the outcome is" in worse.stdout


@pytest.mark.django_db
def test_the_pages_play_it() -> None:
    user = people(1)[0]
    me = browser(user)
    assert "High Card" in page(me, "/")
    assert "the lowest card" in page(me, "/games/new/", game=SLUG)
    game = created([user], seats=3, bots=2)
    assert "Each trick is a point." in page(me, f"/g/{game.code}/")
    while settle(game).state == Game.State.RUNNING:
        assert "You keep" in page(me, f"/g/{game.code}/")
        assert "Everybody plays a card." in page(me, "/moves/")
        answer(me, game)
    assert "Most tricks: " in page(me, f"/g/{game.code}/")
    for number in (1, 2, 3):
        assert "won the trick." in page(me, f"/g/{game.code}/hand/{number}/")
        assert "What everybody held" in page(me, f"/g/{game.code}/replay/{number}/")
    assert "Something doesn’t add up" not in page(me, f"/g/{game.code}/verify/")


@pytest.mark.django_db
def test_no_page_offers_what_it_does_not_have() -> None:
    """Planted: links to rules that aren't there, and levels of bots that all play like the light
    one."""
    user = people(1)[0]
    me = browser(user)
    front, new = page(me, "/"), page(me, "/games/new/", game=SLUG)
    assert "/rules/#turn-the-tide" in front
    assert f"/rules/#{SLUG}" not in front
    assert ("Otter" in new, "Walrus" in new, "Kraken" in new) == (True, False, False)
    assert "Elo says" not in new
    assert "Kraken" in page(me, "/games/new/", game="rowboat")
    game = created([user], seats=3, bots=2)
    assert "All the rules" not in page(me, f"/g/{game.code}/")


@pytest.mark.django_db
def test_a_sealed_card_is_none_of_another_game() -> None:
    """Planted: any number was drawn as a card of Turn the Tide, and none above 56 could be."""
    users = people(3)
    me, game, tide = browser(users[0]), created(users), created(users, ruleset="turn-the-tide")
    for each in (game, tide):
        answer(me, each)
    text = page(me, f"/g/{game.code}/")
    assert "A sealed answer" in text
    assert "Weather " not in text
    assert "A sealed answer" not in page(me, f"/g/{tide.code}/")


@pytest.mark.django_db
def test_page_and_api_compare_it() -> None:
    """Planted: the page of any game said of its cards what is true of Turn the Tide alone."""
    users = people(2)
    me, game = browser(users[0]), created(users)
    held = [legal(game, seat) for seat in (0, 1)]
    fast_forward(game)
    text = page(me, f"/g/{game.code}/compare/")
    found = good(client().get(at(game, "comparison")))

    over = page(me, f"/g/{game.code}/")
    assert f"/g/{game.code}/compare/" in over
    assert "Compare the players" in over
    assert "Nobody had the same cards" in text
    assert "the same luck" not in text
    assert "Tricks" in text
    best = max((int(card), seat) for seat, cards in enumerate(held) for card in cards)
    name = "you" if best[1] == 0 else users[1].name
    assert f"The highest card, the {best[0]}, was dealt to {name}." in text
    assert found["points"] == not_none(fresh(game).outcome)["scores"]
    assert sum(found["against_mean"]) == pytest.approx(0)
    shape = ComparisonOut(data=found)
    assert shape.is_valid(), shape.errors


@pytest.mark.django_db
def test_a_plan_plays_it() -> None:
    users = people(2)
    me, game = browser(users[0]), created(users)
    cards = [int(card) for card in legal(game, 0)]
    sent = {"do": "keep", "plan": "next: highest, then lowest\nalways: only"}
    me.post(f"/g/{game.code}/plan/", {**sent, "now": "on", "ask_forced": "on"})
    assert "next: lowest" in page(me, f"/g/{game.code}/plan/")
    while settle(game).state == Game.State.RUNNING:
        bid(game, users[1])
    planned = Bid.objects.filter(seat__user=users[0], via=Bid.Via.PLAN).order_by("hand__number")
    record = selectors.observations.record_of(fresh(game))
    assert list(planned.values_list("hand__number", flat=True)) == [1, 2, 3]
    assert [int(hand["0"]) for hand in record["hands"]] == [cards[2], cards[0], cards[1]]


@pytest.mark.django_db
def test_plans_are_explained_by_what_every_game_answers() -> None:
    """Planted: an example of the game's own, of which a game without `plan_vocabulary` has none."""
    users = members(2)
    me, game = browser(users[0]), created(users)
    assert "answers of this game" not in page(me, f"/g/{game.code}/plan/")
    plain = [game for game in GAMES.values() if game.part("plan_vocabulary") is None]
    assert page(me, "/settings/playing/").count("For example: always: lowest") == len(plain)
    write(game, users[0], "help")
    helped = not_none(letter(users[0], "mail_help"))
    assert f"“{legal(game, 0)[0]}”: your answer, as this hand asks for it" in helped.text
    assert "“plan next: highest, then lowest”" in helped.text


@pytest.mark.django_db
def test_replies_by_mail_play_it() -> None:
    users = members(2)
    game = created(users)
    assert write(game, users[0], "the 13").outcome == "refused"
    while settle(game).state == Game.State.RUNNING:
        for seat, user in enumerate(users):
            assert write(game, user, f"The {legal(game, seat)[0]}, please").outcome == "applied"
    by_mail = Bid.objects.exclude(via=Bid.Via.FORCED)  # the last card
    assert list(by_mail.values_list("via", flat=True)) == [Bid.Via.MAIL] * 4
    assert letters_to(users[0]) == ["mail_refused", "mail_receipt", "mail_receipt"]
    receipt = letter(users[0], "mail_receipt")
    assert receipt is not None
    assert "YOUR ANSWER IN HAND 2 IS SEALED" in receipt.text


@pytest.mark.django_db
def test_its_bots_of_any_level_are_light_ones_since_nothing_imagines_it(rules: ModuleType) -> None:
    assert not hasattr(rules, "imagine")
    user = people(1)[0]
    game = created([user], seats=3, bots=2, level=8)
    hand = game.hands.get(number=1)
    assert bot_thinking.think(hand.pk)
    traces = hand.bids.filter(via="bot").values_list("trace", flat=True)
    assert list(traces) == ["light: no engine"] * 2


@pytest.mark.django_db
def test_the_api_plays_it() -> None:
    users = people(2)
    asking = [client(user) for user in users]
    made = good(
        asking[0].post("/api/v1/games", {"ruleset": SLUG, "name": "Juist", "seats": 2}), 201
    )
    good(asking[1].post(at(made["code"], "join"), {}))
    while (game := settle(Game.objects.get(code=made["code"]))).state == Game.State.RUNNING:
        for ask in asking:
            seen = good(ask.get(at(game)))
            good(ask.put(at(game, "hands", game.hand_number, "bid"), {"bid": seen["legal"][0]}))
    assert good(asking[0].get(at(game)))["outcome"] == game.outcome


def test_the_api_describes_it() -> None:
    found = played(SLUG, 2)
    table = examples._table(SLUG, found)
    assert table["legal"] == sorted(map(str, found.seen["you"]["cards"]))


@pytest.mark.django_db
def test_the_demo_shows_it() -> None:
    assert (SLUG, "High Card", 2) in demo_club._more()
    assert demo_club._finished(SLUG, "High Card", people(2), 1).state == Game.State.OVER


@pytest.mark.django_db
def test_its_letters_are_written() -> None:
    users = members(2)
    game = created(users)
    asked = letter(users[0], "your_move")
    assert asked is not None
    assert "Your cards: " in asked.text
    assert "High Card" in words(asked)
    fast_forward(game)
    ended = letter(users[0], "game_over")
    assert ended is not None
    assert "Most tricks: " in ended.text
    for kind in ("game_started", "your_move", "game_over"):
        assert Notice.objects.filter(kind=kind).exists()
