"""Paired worlds: two games that differ only in what somebody may not know look the same."""

import pytest
from django.utils import timezone

from games import game_secrets
from games.catalogue.turn_the_tide.rules.state import State, as_bids
from games.drawing.belts import belts_of
from games.game_secrets import Opened
from games.models import Bid, Game
from tests.games.making import bid, bid_all, fresh, table_of, user_at
from tests.games.web.driving import browser, page, without_tokens

pytestmark = pytest.mark.django_db


def swapped(state: State) -> State:
    """The same table with an unplayed card of seat 1 exchanged for one of seat 2."""
    one, two = next(
        (a, b) for a in state.cards[1] for b in state.cards[2] if belts_of(a) == belts_of(b)
    )

    def change(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({one: two, two: one}.get(card, card) for card in cards))

    return state._replace(
        sets=tuple(change(cards) for cards in state.sets),
        held=tuple(as_bids(change(cards)) for cards in state.cards),
    )


def another_world(game: Game) -> None:
    """Other cards in the others' hands, another deck to come, another sealed bid."""
    game = fresh(game)
    state = swapped(game_secrets.open_state(game))
    known = 2 * state.turn
    state = state._replace(deck=state.deck[:known] + tuple(reversed(state.deck[known:])))
    game_secrets.keep_state(game, state)
    game.save()
    sealed = Bid.objects.get(hand__game=game, hand__number=game.hand_number, seat__index=1)
    game_secrets.seal_bid(sealed, game, Opened(str(state.cards[1][0]), "00" * 16))
    sealed.save(update_fields=["sealed"])  # the receipt, which binds and hides, is public


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worlds are looked at in the same minute, or "in 5 hours" might tell them apart."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.parametrize("reader", [0, None])
def test_no_page_depends_on_what_others_hold(reader: int | None) -> None:
    users, game = table_of(4)
    for _ in range(3):
        bid_all(game)
    bid(game, users[1])
    client = browser(users[reader] if reader is not None else None)
    paths = [f"/g/{game.code}/", f"/g/{game.code}/hand/2/", "/games/?show=running", "/"]
    paths += ["/moves/"] if reader is not None else []
    for path in paths:  # so that what is new is new in neither world
        page(client, path)
    before = [without_tokens(page(client, path)) for path in paths]
    another_world(game)
    assert [without_tokens(page(client, path)) for path in paths] == before


def test_no_page_with_cards_repeats_its_address() -> None:
    """Pages are compressed: what another site put there would be weighed against what is secret."""
    game = table_of(3)[1]
    bid(game, user_at(game, 1))
    here = f"/g/{game.code}/"
    bid_all(game)
    client = browser(user_at(game, 0))
    parts = ("", "plan/", "notes/", "hand/1/")
    ways = (*(here + part for part in parts), "/moves/", "/settings/playing/")
    for way in ways:
        text = page(client, f"{way}?change=1&card=needle&needle")
        assert f'name="next" value="{way}"' in text
        assert "needle" not in text
