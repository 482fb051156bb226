"""Words for the deck that several tables share, once one of their people is forgotten."""

import pytest

from games.models import Record
from games.selectors.people.export import everything
from games.services import sweep
from games.services.people import erasure
from games.verification import all_passed, verify
from tests.database_dump import found
from tests.games.duplicates.making import HERE, THERE, WORDS, begun
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("over", [True, False])
def test_they_go_at_every_table_and_all_play_the_same_deals_to_the_end(over: bool) -> None:
    both, _here, there = begun()
    if over:
        for game in both:
            fast_forward(game)
        sweep.sweep()
    erasure.forget(there[1])
    if not over:
        for game in both:
            fast_forward(fresh(game))
        sweep.sweep()

    assert found(WORDS[THERE[1]]) == []
    assert found(WORDS[HERE[0]]) != []
    records = [Record.objects.get(game=game).data for game in both]
    for record in records:
        assert [words is None for words in record["entropies"]] == [False, True, False]
        assert all_passed(verify(record))
    assert records[0]["seed"] == records[1]["seed"]
    assert records[0]["shuffles"][0] == records[1]["shuffles"][0]


def test_words_that_the_server_drew_stay_and_prove_what_they_did() -> None:
    both, here, _there = begun(entropy="")
    erasure.forget(here[0])
    assert all(fresh(game).sealed_seed is None for game in both)


def test_each_finds_only_their_own_words_in_the_export_of_their_data() -> None:
    _both, _here, there = begun()
    (played,) = everything(there[1])["games"]
    assert played["words_for_the_deck"] == WORDS[there[1].name]
