"""Letters know no game: whatever is played, they are made from its telling."""

import pytest

from games.wording import WORDINGS
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.mail.reading import letter, members, started, words
from tests.games.making import user_at

pytestmark = pytest.mark.django_db
SEATS = SMALLEST


@pytest.mark.parametrize("slug", sorted(WORDINGS))
def test_every_game_has_its_letters(slug: str) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    seat = making.hand_of(game).awaiting[0]
    user = user_at(game, seat)

    for kind in ("game_started", "your_move", "reminder"):
        found = letter(user, kind)
        assert found is not None
        assert max(len(line) for line in found.text.splitlines() if "://" not in line) <= 72
        title = WORDINGS[slug].title()
        assert found.subject == f"{title}, table {game.code[:4]}"
        assert title in words(found)
