"""The measuring of bots measures what it says."""

import io
import random
from pathlib import Path

import pytest

from games.bots import levels
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from tests.bench import costs, strength

PAIRING = "rowboat 2 8 3"


def test_random_beats_itself_half_of_the_time_and_its_deals_are_the_same() -> None:
    chance = strength.player("rowboat", "light")
    first = strength.play(rowboat, [chance, chance], "deal 1", random.Random(1))
    again = strength.play(rowboat, [chance, chance], "deal 1", random.Random(1))
    assert first == again
    other = strength.play(rowboat, [chance, chance], "deal 2", random.Random(1))
    assert first != other


def test_the_light_bot_beats_chance_in_a_duel() -> None:
    light, chance = (strength.player("turn-the-tide", name) for name in ("light", "random"))
    rng = random.Random(2)
    shares = [strength.duel(turn_the_tide, 4, light, chance, str(deal), rng) for deal in range(2)]
    assert sum(shares) / 2 > 0.55


def test_an_interval_is_by_deals() -> None:
    mean, low, high = strength.interval([1.0, 0.0] * 50)
    assert (mean, round(low, 1), round(high, 1)) == (0.5, 0.4, 0.6)
    assert strength.interval([0.5] * 100) == (0.5, 0.5, 0.5)
    assert strength.decided([1.0, 1.0, 0.0, 0.5, 0.5]) == (2, 1, 2)


def test_ratings_fit_a_scale_and_say_where_there_is_none() -> None:
    names = ["a", "b", "c"]
    shares = {("b", "a"): 0.64, ("c", "b"): 0.64, ("c", "a"): 0.76}
    matrix = shares | {(b, a): 1 - share for (a, b), share in shares.items()}
    a, b, c = strength.elo(matrix, names)
    assert (a, round(b, -1), round(c, -1)) == (0, 100, 200)

    out = io.StringIO()
    strength._print_cycles({("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "a"): 0.9}, names, out)
    assert "not transitive: a beats b, b beats c, c beats a" in out.getvalue()


def test_a_book_goes_on_where_it_was(tmp_path: Path) -> None:
    path, played = tmp_path / "book.jsonl", []

    def one(deal: str) -> float:
        played.append(deal)
        return 1.0

    assert strength.Book(path).fill(PAIRING, 2, one) == [1.0, 1.0]
    assert strength.Book(path).fill(PAIRING, 3, one) == [1.0, 1.0, 1.0]
    assert played == ["0", "1", "2"]


def test_a_book_of_other_players_and_other_deals_say_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, played = tmp_path / "book.jsonl", []

    def one(deal: str) -> float:
        played.append(deal)
        return 1.0

    strength.Book(path).fill(PAIRING, 1, one)
    strength.Book(path, "s").fill(PAIRING, 1, one)
    monkeypatch.setattr(strength, "players_digest", lambda _pairing: "others")
    strength.Book(path).fill(PAIRING, 1, one)
    assert played == ["0", "s0", "0"]


def test_a_level_spaced_anew_leaves_what_the_others_played(monkeypatch: pytest.MonkeyPatch) -> None:
    pairings = [f"{game} 2 8 3" for game in ("rowboat", "turning-tides")]
    before = [strength.players_digest(pairing) for pairing in pairings]
    strength.players_digest.cache_clear()
    spaced = levels.BY_GAME["rowboat"] | {3: levels.Level(0.5, 0.0)}
    monkeypatch.setitem(levels.BY_GAME, "rowboat", spaced)
    after = [strength.players_digest(pairing) for pairing in pairings]
    strength.players_digest.cache_clear()
    assert after[0] != before[0]
    assert after[1] == before[1]


@pytest.mark.parametrize("slug", sorted(levels.BY_GAME))
def test_a_book_knows_the_sources_that_play(slug: str) -> None:
    found = {path.stem for path in strength.sources(slug, predictor=True)}
    assert found >= {levels._SEARCHERS[slug].rpartition(".")[2], "bot", "imagining", "predicting"}


def test_how_even_the_seats_are_is_counted_by_the_last_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--game", "turning-tides", "--players", "random", "--balance", "--deals", "2"]
    assert strength.main(arguments) == 0
    assert "among random alone the last seat wins" in capsys.readouterr().out


def test_costs_are_told_by_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert costs.main(["--game", "turning-tides", "--levels", "1", "--games", "1"]) == 0
    printed = capsys.readouterr().out
    assert "turning-tides, 2 seats, level 1:" in printed
    assert "MB at the end" in printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--players 9,light", "There is no player '9'; there are random, light, 1 to 8"),
        ("--players foo,light", "There is no player 'foo'"),
        ("--players ,light", "There is no player ''"),
        ("--players light", "It takes two players at least"),
        ("--alone --players 8", "It takes two players at least"),
        ("--players 8,8", "A player against itself says nothing"),
        ("--deals 0", "It takes one deal at least."),
        ("--deals -3", "It takes one deal at least."),
        ("--seats 7", "rowboat has 2, 3, 4 seats, not 7."),
        ("--players predictor,8", "Nobody foresees rowboat"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        strength.main(["--game", "rowboat", *arguments.split()])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("arguments", ["--levels 9", "--levels x", "--games 0"])
def test_what_has_no_cost_is_said_in_a_sentence(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        costs.main(["--game", "rowboat", *arguments.split()])
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_light_answers_are_not_measured_in_the_name_of_a_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_name: str) -> None:
        raise ImportError("libblas.so: cannot open")

    monkeypatch.setattr(levels, "import_module", broken)
    for main, arguments in ((strength.main, "--players 8,light"), (costs.main, "--levels 4")):
        with pytest.raises(SystemExit):
            main(["--game", "turning-tides", *arguments.split()])
        assert "would only play like a light bot" in capsys.readouterr().err
    assert costs.main(["--game", "turning-tides", "--levels", "1", "--games", "1"]) == 0


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--game", "rowboat", "--seats", "2", "--deals", "2", "--players", "random,light"]
    assert strength.main(arguments) == 0
    printed = capsys.readouterr().out
    assert "light : random" in printed
    assert "Elo" in printed
