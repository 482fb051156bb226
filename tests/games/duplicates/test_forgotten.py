"""Words for the deck that several tables share, once one of their people is forgotten."""

import pytest

from games.models import Record
from games.selectors.people.export import everything
from games.services import sweep
from games.services.lobby import tables
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import carry_out
from games.services.people import erasure
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.database_dump import found
from tests.games.duplicates.making import HERE, THERE, WORDS, begun, created
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, person

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
        assert record["secret"] is None
        assert all_passed(verify(record))
    assert records[0]["seed"] == records[1]["seed"]
    assert records[0]["shuffles"][0] == records[1]["shuffles"][0]


@pytest.mark.parametrize("words", ["", "5f1d9c0a7be2468835a1c0ffee123456"])
def test_words_that_the_server_made_stay_and_prove_what_they_did(words: str) -> None:
    """They follow from the secret now, and once were drawn."""
    both, here, _there = begun(entropy=words)
    erasure.forget(here[0])
    assert all(fresh(game).sealed_seed is None for game in both)


def test_each_finds_only_their_own_words_in_the_export_of_their_data() -> None:
    _both, _here, there = begun()
    (played,) = everything(there[1])["games"]
    assert played["words_for_the_deck"] == WORDS[there[1].name]


def test_words_at_a_table_that_never_began_are_told_and_deleted_though_the_others_play() -> None:
    marit, ute = person("Marit"), person("Ute")
    *others, third = created(marit, duplicate=3)
    tables.join(ute, third.code, entropy=WORDS[ute.name])
    carry_out(staff(), "cancel", third.code, CommandInput("asked"))
    for game in others:
        for number in range(game.seats.filter(user=None).count()):
            tables.join(person(f"{game.code[:4]} {number}"), game.code)
    assert {fresh(game).state for game in others} == {"running"}

    (unplayed,) = everything(ute)["games"]
    assert unplayed["words_for_the_deck"] == WORDS[ute.name]
    erasure.forget(ute)
    assert found(WORDS[ute.name]) == []
