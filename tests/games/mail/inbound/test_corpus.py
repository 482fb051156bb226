"""Every reply of the public corpus is understood as it must be (tests/corpus/replies)."""

from collections import Counter

from tests.games.mail.corpus import reading
from tests.games.mail.corpus.reading import ASKED, NOTHING, Reply

MANY, LANGUAGES, UNDERSTOOD = 400, {"en", "de", "nl"}, 0.97


def test_replies_are_understood_without_a_second_letter_and_none_wrongly() -> None:
    replies = reading.all_replies()
    assert len(replies) >= MANY
    assert {reply.name[:2] for reply in replies} == LANGUAGES
    assert sum(1 for _file in reading.FOLDER.glob("*/*.eml")) == len(replies)
    became = {reply: reading.became(reply) for reply in replies}
    assert not {reply.name: text for reply, text in became.items() if _wrong(reply, text)}
    sure = [reply for reply in replies if _sort(reply.must) not in (ASKED, NOTHING)]
    found = sum(became[reply] == reply.must for reply in sure)
    assert found >= UNDERSTOOD * len(sure), Counter(map(_sort, became.values()))
    for reply in replies:
        if _sort(reply.must) in (ASKED, NOTHING):
            assert became[reply] == reply.must, reply.name


def _sort(text: str) -> str:
    return text.partition(" ")[0]


def _wrong(reply: Reply, text: str) -> bool:
    """Whether it did something that its writer did not ask for; to ask back does nothing."""
    return text != reply.must and _sort(text) not in (ASKED, NOTHING)
