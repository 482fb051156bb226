"""`manage.py tournament`: programs play a round robin by the API of a running site.

Each gets two accounts, since nobody may sit at two tables with the same deals; at the second one
the seats are rotated. The accounts are closed at the end, but the games stay.
"""

import contextlib
import json
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import Program, User
from accounts.people import own_bots
from accounts.text.numbers import at_least
from games import cross_table, links
from games.api.about.entry import FOLDER
from games.cross_table import Row, Share
from games.models import Game
from games.rules.registry import RULESETS
from games.selectors.results.sandbox import player_results

PAUSE = "0.2"  # seconds between the polls of a program
TABLE = {
    "hours": 1, "offer": 1, "visibility": "link", "chat": "off", "votes": False, "rated": False,
    "extensions": False, "duplicate": 2,
}  # fmt: skip
CHANCE = """import sys, bot
bot.PLAYERS.clear()
bot.play(bot.Tideweb(*sys.argv[1:3]), float(sys.argv[3]))
"""


@dataclass(frozen=True)
class Entrant:
    """A program: its name, its command, and its accounts with their keys."""

    label: str
    command: list[str]
    made: Sequence[tuple[Program, str]] = ()


class Command(BaseCommand):
    help = "Lets programs play a round robin by the API and prints a cross table."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "programs", nargs="*", metavar="NAME=COMMAND",
            help="started with three arguments: site, key, and pause in seconds; by default the "
            "program of docs/bots-by-api.md plays one that answers at random",
        )  # fmt: skip
        parser.add_argument("--game", choices=sorted(RULESETS), default="rowboat")
        parser.add_argument(
            "--rounds", type=at_least(1), default=5, help="two tables per group and round"
        )
        parser.add_argument("--site", default=settings.SITE_URL, help="the URL of the site")
        parser.add_argument("--minutes", type=at_least(1), default=60, help="time limit")

    def handle(self, *_args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = options["programs"] or list(_of_the_docs(Path(folder)))
            entrants = [_read(text) for text in found]
            if len({each.label for each in entrants}) < max(2, len(entrants)):
                raise CommandError("Name at least two programs, each with a different name.")
            with _accounts(entrants) as seated:
                names = {p.user.name: e.label for e in seated for p, _key in e.made}
                games = self._play(seated, options)
                self._tell(cross_table.rows(_by_label(games, names)))

    def _play(self, entrants: list[Entrant], options: dict[str, Any]) -> list[Game]:
        size = min(RULESETS[options["game"]].SEATS)
        groups = list(combinations(entrants, min(size, len(entrants))))
        with _started(entrants, options["site"]) as processes:
            games = [
                game
                for number in range(options["rounds"])
                for group in groups
                for game in _tables(options["site"], options["game"], size, group, number)
            ]
            self.stderr.write(f"{len(games)} games")
            _wait(games, processes, options["minutes"] * 60)
        return _read_anew(games)

    def _tell(self, rows: list[Row]) -> None:
        width = max(len(row.player) for row in rows)
        for row in rows:
            self.stdout.write(f"{row.player:<{width}}  {_words(row.total)}")
            for other, found in sorted(row.against.items()):
                self.stdout.write(f"{'':<{width}}  {_words(found)} against {other}")


def _words(found: Share) -> str:
    return f"{found.mean:6.1%} ({found.low:.1%} to {found.high:.1%}) of {found.games}"


def _of_the_docs(folder: Path) -> Iterator[str]:
    (text,) = re.findall(
        r"```python\n(.*?)```", (FOLDER / "bots-by-api.md").read_text(encoding="utf-8"), re.DOTALL
    )
    for label, name, source in (("Example", "bot.py", text), ("Chance", "chance.py", CHANCE)):
        (folder / name).write_text(source, encoding="utf-8")
        yield f"{label}={shlex.join([sys.executable, str(folder / name)])}"


def _read(text: str) -> Entrant:
    label, _sign, command = text.partition("=")
    if not re.fullmatch(r"[A-Za-z0-9 ]{1,12}", label) or not command.strip():
        raise CommandError(f"“{text}”: write NAME=COMMAND, with a name of up to twelve letters.")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CommandError(f"“{text}”: {error}.") from None
    if shutil.which(words[0]) is None:
        raise CommandError(f"“{text}”: there is no program {words[0]}. Nothing was started.")
    return Entrant(label, words)


@contextlib.contextmanager
def _accounts(entrants: Sequence[Entrant]) -> Iterator[list[Entrant]]:
    """Context manager: two accounts for each entrant, with a temporary owner."""
    mark = secrets.token_hex(2)
    nowhere = f"{mark}@tournament.invalid"  # can't exist (RFC 2606)
    owner = User(kind=User.Kind.PERSON, name=f"Tournament {mark}", email=nowhere)
    owner.set_unusable_password()
    owner.save()
    try:
        yield [
            replace(each, made=[_account(owner, f"{each.label} {mark}{n}") for n in (1, 2)])
            for each in entrants
        ]
    finally:
        for program in own_bots.of(owner):
            own_bots.close(owner, program.pk)
        User.objects.filter(pk=owner.pk).update(is_active=False)


def _account(owner: User, name: str) -> tuple[Program, str]:
    return own_bots.made_for(owner, name + own_bots.SIGN)


@contextlib.contextmanager
def _started(entrants: Sequence[Entrant], site: str) -> Iterator[dict[str, Any]]:
    running = {
        f"{each.label} {number}": subprocess.Popen(
            [*each.command, site, key, PAUSE], stdout=subprocess.DEVNULL
        )
        for each in entrants
        for number, (_program, key) in enumerate(each.made, 1)
    }
    try:
        yield running
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait(10)


def _tables(site: str, slug: str, size: int, group: Sequence[Entrant], number: int) -> list[Game]:
    """Creates two tables with the same deals; our bots fill the remaining seats."""
    turned = [*group[number % len(group) :], *group[: number % len(group)]]
    wish = {"ruleset": slug, "name": f"Tournament {number + 1}", "seats": size}
    keys = [each.made[0][1] for each in turned]
    code = _ask(site, keys[0], "games", {**wish, **TABLE, "bots": size - len(group)})["code"]
    first = Game.objects.get(code=code)
    second = Game.objects.exclude(pk=first.pk).get(duplicate=first.duplicate_id)
    for each in turned[1:]:
        _join(site, each.made[0][1], first)
    for each in [*turned[1:], turned[0]]:
        _join(site, each.made[1][1], second)
    return [first, second]


def _join(site: str, key: str, game: Game) -> None:
    _ask(site, key, f"games/{game.code}/join", {"link": links.link_token(game)})


def _ask(site: str, key: str, way: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    url = f"{site.rstrip('/')}/api/v1/{way}"
    try:
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            told: dict[str, Any] = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        raise CommandError(f"{way}: {_reason(error)}") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"{site} does not answer ({error}). Start it with `make run`.") from None


def _reason(error: urllib.error.HTTPError) -> str:
    """What our API says; of anything else, such as a proxy, the status."""
    try:
        return str(json.load(error)["detail"])
    except (ValueError, LookupError, TypeError):
        return f"{error}. Is there a Tideweb at this address?"


def _wait(games: Sequence[Game], processes: dict[str, Any], seconds: float) -> None:
    until = time.monotonic() + seconds
    running = Game.objects.filter(pk__in=[game.pk for game in games], state=Game.State.RUNNING)
    while left := running.count():
        if ended := [name for name, process in processes.items() if process.poll() is not None]:
            raise CommandError(f"{', '.join(ended)} ended before the games did.")
        if time.monotonic() > until:
            raise CommandError(f"{left} games didn't finish in time.")
        time.sleep(0.2)


def _read_anew(games: Sequence[Game]) -> list[Game]:
    rows = Game.objects.filter(pk__in=[game.pk for game in games], state=Game.State.OVER)
    return list(rows.order_by("pk").prefetch_related("seats__user"))


def _by_label(
    games: Sequence[Game], names: dict[str, str]
) -> Iterator[list[cross_table.PlayerResult]]:
    for game in player_results(games):
        yield [replace(each, player=names[each.player]) for each in game]
