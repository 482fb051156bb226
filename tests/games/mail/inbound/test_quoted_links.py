"""Links of our letters come back in quotes, in many forms: nothing in one is ever an answer."""

import itertools
import re
import time

import pytest

from games.mail.inbound import own_text
from tests import mailfuzz
from tests.games.mail.inbound.linking import FORMS, WIDTHS, as_quoted
from tests.games.mail.inbound.programs import PROGRAMS, Answered
from tests.games.mail.inbound.tongues import TONGUES
from tests.sampling import whole

BREAKS = [*((width, False) for width in WIDTHS), (76, True)]
# The suite breaks each form in one way, the next in the next; `make whole` each in every way.
QUOTED = (
    list(itertools.product(FORMS, BREAKS))
    if whole()
    else list(zip(FORMS, itertools.cycle(BREAKS), strict=False))
)
LINK = "mailto:re-abcdefghijklmnopqrstuvwxyz234567@play.example.org?body=44&subject=Re%3A%20x"


def understood(answer: str, quoted: str) -> dict[str, str]:
    """By program, what its reply would do; each in another language."""
    tongues = itertools.cycle(TONGUES.values())
    return {
        name: mailfuzz.understood(
            write(Answered(answer, quoted, mailfuzz.HTML, next(tongues))).as_bytes()
        )
        for name, write in PROGRAMS.items()
    }


def test_the_letter_that_is_quoted_has_a_link_for_each_answer() -> None:
    assert set(re.findall(r"\?body=(\d+)&amp;subject=", mailfuzz.HTML)) == mailfuzz.CARDS


@pytest.mark.parametrize(("form", "broken"), QUOTED)
def test_no_link_of_a_quoted_letter_answers(form: str, broken: tuple[int, bool]) -> None:
    found = understood("", as_quoted(mailfuzz.HTML, form, broken[0], hard=broken[1]))
    wrong = {name: text for name, text in found.items() if text}
    assert len(found) == len(PROGRAMS)
    assert wrong == {}


@pytest.mark.parametrize(("form", "broken"), QUOTED)
def test_beside_quoted_links_every_answer_is_understood(
    form: str, broken: tuple[int, bool]
) -> None:
    found = understood(mailfuzz.OWN, as_quoted(mailfuzz.HTML, form, broken[0], hard=broken[1]))
    assert {name: text for name, text in found.items() if text != mailfuzz.NUMBER} == {}


@pytest.mark.parametrize(
    "quoted",
    [
        f"44 <{LINK}>",
        f"44<{LINK}>",
        f"44\n<{LINK}>",
        f"44 ({LINK})",
        f"[44]({LINK})",
        f"[1]44\n\nReferences\n1. {LINK}",
        f"44 {LINK}",
        f"44 <{LINK.replace('44&', '44')[:60]}\n{LINK[60:]}>",
        f"44 <{LINK[:-9]}\n> {LINK[-9:]}>",
        f"44 <{LINK.upper()}>",
    ],
)
def test_where_the_quote_has_lost_its_marks_a_link_answers_nothing(quoted: str) -> None:
    assert not mailfuzz.reads(own_text.own(quoted, mailfuzz.reads).first)


def test_a_link_in_a_signature_is_left_alone() -> None:
    whole = "44\nMarit <mailto:marit@example.org>\n"
    assert own_text.own(whole, mailfuzz.reads).lines == (
        "44",
        "Marit <mailto:marit@example.org>",
    )


def test_made_up_links_are_read_in_a_moment() -> None:
    begun = time.process_time()
    for piece in ("<mailto:re-", "<mailto:re-\n> |", "[a](mailto:re-", "[9]<mailto:re-x>\n9. "):
        own_text.without_links(piece * (256_000 // len(piece)))
    assert time.process_time() - begun < 2
