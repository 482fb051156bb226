"""The tables of sentences by kind of event. A table takes any function, so that mypy can't see
whether each stands by the kind of event that it reads.
"""

from typing import Literal, get_type_hints

import pytest

from games.catalogue import GAMES


@pytest.mark.parametrize("part", ["wording.sentences", "replay_words"])
@pytest.mark.parametrize("slug", GAMES)
def test_each_function_stands_by_the_kind_of_event_it_reads(slug: str, part: str) -> None:
    for kind, teller in GAMES[slug].part(part)._TELLERS.items():
        event, *_others = get_type_hints(teller).values()
        assert get_type_hints(event)["kind"] == Literal[kind]
