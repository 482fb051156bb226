"""What `tests.games.mail.corpus.write` runs, as it needs a database.

Every way to write, in every language, by several programs each, to a letter of each game.
"""

import json
import os
import random
import re
from itertools import cycle

import pytest

from accounts.models import User
from games import game_secrets
from games.rules.registry import RULESETS
from tests.all_games import SMALLEST
from tests.games.mail import reading as letters
from tests.games.mail.corpus import programs, ways
from tests.games.mail.corpus.reading import ASKED, FOLDER, NOTHING, SURE
from tests.games.mail.corpus.write import ALLOWED
from tests.games.mail.goldens import frame
from tests.games.mail.inbound.programs import Answered
from tests.games.mail.inbound.tongues import TONGUES
from tests.games.making import hand_of, legal, user_at

GAMES = SMALLEST
TIMES = 3  # programs that each sure way is written by
STYLES = re.compile(r' (?:style|class|role|width|cellpadding|cellspacing|border|align)="[^"]*"')
TOKENS = re.compile(r"re-[a-z2-7]{32}@[\w.]+")
OURS = "re-abcdefghijklmnopqrstuvwxyz234567@reply.tideweb.example"
Letter = tuple[str, str]


@pytest.mark.django_db
def test_written() -> None:
    if not os.environ.get(ALLOWED):
        pytest.exit("python -m tests.games.mail.corpus.write")
    for old in FOLDER.glob("*/*.eml"):
        old.unlink()
    with frame.standing_still():
        hands = {slug: _hand(slug, people) for slug, people in GAMES.items()}
    _write(hands)


def _hand(slug: str, people: int) -> tuple[list[str], dict[str, Letter]]:
    """What can be answered, and the letter that asks, in each language."""
    users = (
        letters.members(people)
        if slug == "turn-the-tide"
        else User.objects.filter(kind="person").order_by("pk")
    )
    game = letters.started(list(users)[:people], ruleset=slug)
    state = game_secrets.open_state(game)
    folder = FOLDER / "hands"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"seat": 0, "state": RULESETS[slug].dump(state)}
    (folder / f"{slug}.json").write_text(json.dumps(kept, sort_keys=True) + "\n")
    data = {}
    marit = user_at(game, 0)
    for language in ways.SURE:
        marit.language = language
        marit.save()
        letter = letters.letter(marit, "your_move")
        assert letter is not None
        data[language] = (_steady(letter.text), _short(_steady(letter.html)))
    assert hand_of(game)
    return legal(game, 0), data


def _steady(text: str) -> str:
    for pattern, instead in frame.CHANGING:
        text = pattern.sub(instead, text)
    return TOKENS.sub(OURS, text)


def _short(source: str) -> str:
    """As programs quote it that keep no styles, to the end of what can be answered."""
    body = re.sub(r"<(style|title|head).*?</\1>", "", source, flags=re.DOTALL)
    body = STYLES.sub("", body.partition("<body")[2].partition(">")[2])
    last = body.rfind("mailto:")
    end = body.find("</td>", last)
    return re.sub(r"\s+\n", "\n", body[: end if end > 0 else None])


def _write(hands: dict[str, tuple[list[str], dict[str, Letter]]]) -> None:
    chance, must, games = random.Random(44), [], cycle(hands)
    shapes = cycle(programs.ALL)
    for language in ways.SURE:
        (FOLDER / language).mkdir(exist_ok=True)
        for number, (text, means) in enumerate(_cases(language), start=1):
            slug, shape = next(games), next(shapes)
            answers, letter = hands[slug]
            one, other = chance.sample(answers, 2)
            words = text.replace("{A}", one).replace("{B}", other)
            reply = Answered(words, *letter[language], TONGUES[language])
            name = f"{language}/{slug}.{number:03}.{shape}.eml"
            mail = programs.ALL[shape](reply).as_bytes()
            (FOLDER / name).write_bytes(re.sub(rb"={15}\d+==", b"=_corpus", mail))
            must.append(f"{name}\t{means.replace('{A}', one)}")
        for _ in range(5):
            next(shapes)  # so that the same way is not by the same program in each language
    (FOLDER / "must.tsv").write_text("\n".join(must) + "\n", encoding="utf-8")


def _cases(language: str) -> list[tuple[str, str]]:
    sure = [(way, f"{SURE} {{A}}") for _ in range(TIMES) for way in ways.SURE[language]]
    wishes = list(ways.WISHES[language].items())
    asked = [(way, f"{ASKED} {{A}}") for way in ways.ASKED[language]]
    return [*sure, *wishes, *asked, *((way, NOTHING) for way in ways.NOTHING[language])]
