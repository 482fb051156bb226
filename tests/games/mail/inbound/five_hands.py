"""Three or five hands that wait for one person, in one letter, and replies to it."""

import re

from accounts.models import User
from accounts.notifications.kinds import Letter
from games import selectors
from games.mail.inbound import process
from games.models import Game, InboundMail, ReplyAddress
from games.services.mail import reply_addresses
from tests.games.mail.inbound.mailing import a_reply, newest, stored
from tests.games.mail.reading import gather, letter, members, started
from tests.games.making import bid, fresh, hand_of, legal, settle
from tests.process_fixtures import again

TABLES = (
    ("turn-the-tide", 3, "Texel"),
    ("rowboat", 2, "Vlieland"),
    ("turning-tides", 2, "Ameland"),
    ("turn-the-tide", 3, "Schiermonnikoog"),
    ("turning-tides", 2, "Terschelling"),
)


def players() -> list[User]:
    """The people at the tables; all of them are at the first."""
    return again(_people)


def _people() -> list[User]:
    return members(3, zone="Europe/Amsterdam", digest=User.Digest.DAILY)


def tables(people: list[User], count: int = len(TABLES)) -> dict[int, Game]:
    """So many of the tables, by the numbers that the letter to the first of the people gives them;
    three are one of each game."""
    return dict(again(_games, people, count))


def _games(people: list[User], tables: int) -> list[tuple[int, Game]]:
    made = []
    for slug, count, name in TABLES[:tables]:
        made.append(started(people[:count], ruleset=slug, name=name))
        while 0 not in hand_of(made[-1]).awaiting:  # one seat at a time is asked in a Rowboat
            bid(made[-1], people[1])
            settle(made[-1])
    return [*numbered(made, gathered(people[0])).items()]


def gathered(user: User) -> Letter:
    """The letter about all hands that wait for somebody."""
    gather(user, "your_move")
    return digest(user)


def digest(user: User) -> Letter:
    found = letter(user, "digest")
    assert found is not None
    return found


def address(user: User) -> str:
    """Where replies to that letter go, which has been written."""
    rows = ReplyAddress.objects.filter(user=user, purpose=ReplyAddress.Purpose.HANDS)
    return reply_addresses.address_of(rows.latest("pk"))


def numbered(games: list[Game], found: Letter) -> dict[int, Game]:
    by_name = {game.name.upper(): game for game in games}
    heads = re.findall(r"^([0-9]+) · .*, (\S+)$", found.text, re.MULTILINE)
    return {int(number): by_name[name] for number, name in heads}


def reply_all(user: User, body: str, to: str = "", **headers: str) -> InboundMail:
    stored(to or address(user), a_reply(user, body, **headers))
    process.read_all()
    return newest()


def first_of(game: Game, user: User) -> str:
    return legal(game, seat(game, user))[0]


def seat(game: Game, user: User) -> int:
    index = selectors.access.seat_index(game, user)
    assert index is not None
    return index


def sealed(game: Game, user: User) -> str:
    own = selectors.observations.own_bid(fresh(game), hand_of(game), seat(game, user))
    return own.notation if own is not None else ""
