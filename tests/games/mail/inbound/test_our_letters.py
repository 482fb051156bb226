"""Nothing in our own letters is a wish or an answer when it comes back, quoted or not."""

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from accounts.models import Choice, Notice, User
from games import selectors
from games.mail.inbound import commands, html_text, own_text
from games.mail.inbound.commands import MailCommand
from games.models import Game
from games.services import sweep
from games.services.seats import votes
from games.services.talk import chat
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import letter, members, started
from tests.games.making import user_at
from tests.sampling import whole

pytestmark = pytest.mark.django_db
SEATS = {**SMALLEST, "rowboat": 4}
LANGUAGES = ("en", "de", "nl")
IN_TURN = dict(zip(SEATS, cycle(LANGUAGES), strict=False))
SAID = ("44", "1: 44", "Well, this is a longer one, so that what stands at its end is: 44", "yes")
MAILS = ("show", "help", "44 please", "vacation 2 days", "no plan\n\nextend\n\nplan off")


def meaning(game: Game, seat: int) -> Callable[[str], bool]:
    """Tells whether a line, alone at the top of a mail, would do anything now."""
    read = selectors.observations.reader_for(making.fresh(game), seat)

    def means(line: str) -> bool:
        command = commands.read(line)
        if command is None or command.kind is not MailCommand.ANSWER:
            return command is not None
        return read(command.text) is not None

    return means


def written_to(game: Game, user: User) -> None:
    """A letter of every kind that answers mails, but for a sealed answer; and talk in each."""
    Choice.objects.get_or_create(user=user, kind="chat", channel="mail", defaults={"wanted": True})
    other = game.seats.exclude(user=user).earliest("index").user
    assert other is not None
    for words in SAID:
        chat.say(other, game.code, words)
    votes.vote(other, game.code, "cancel")
    for text in MAILS:
        write(game, user, text)
    write(game, user, making.legal(game, game.seats.get(user=user).index)[0], sender="x@y.example")


def letters(game: Game, user: User) -> Iterator[tuple[str, str]]:
    """Each letter to this person about the game that could go now, as text and as seen HTML."""
    letters = Notice.objects.filter(recipient=user, channel="mail")
    for kind in letters.values_list("kind", flat=True).distinct():
        found = letter(user, kind)
        if found is not None:
            yield f"{kind} text", found.text
            yield f"{kind} html", html_text.as_text(found.html)


@pytest.mark.parametrize("slug", sorted(SEATS))
def test_no_letter_of_ours_does_anything(slug: str) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    for hand in (1, 8) if whole() else (8,):
        game = fast_forward(game, hand, like_bots())
        seat = making.hand_of(game).awaiting[0]
        user = user_at(game, seat)
        written_to(game, user)
        reads = meaning(game, seat)
        for language in LANGUAGES if whole() else (IN_TURN[slug],):
            User.objects.filter(pk=user.pk).update(language=language)
            user.refresh_from_db()
            found = list(letters(game, user))
            assert all(SAID[-1] in text for _name, text in found)
            for name, text in found:
                _harmless(reads, f"{language} {name}", text)
        write(game, user, making.legal(game, seat)[0])
        receipt = letter(user, "mail_receipt")
        assert receipt is not None
        _harmless(reads, "text of the receipt", receipt.text)
        sweep.sweep()


def _harmless(reads: Callable[[str], bool], name: str, text: str) -> None:
    """Not one of its own words is taken up, whoever forgot to mark them."""
    own = own_text.own(text, reads)
    assert not reads(own.first), (name, own.first)
    if "text" in name:
        assert [line for line in map(own_text.plain, text.splitlines()) if reads(line)] == [], name
    elif "====" in text:  # cards are drawn alone; what stands under the line is never read
        assert not any(map(reads, own.lines)), name
