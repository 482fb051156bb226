"""Several waiting hands in one letter: numbered, each with its table, answers and deadline.

One reply can answer any number of them. Each entry says what a letter about that hand alone would
say (`letter_frame.asking`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notifications import digests, render
from accounts.notifications.kinds import Numbered
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games import links, selectors
from games.game_view import GameView, views_of_readers
from games.mail import answer_form, letter_frame
from games.mail.letter_view import still_asks, view_of
from games.models import Game, Hand, ReplyAddress, ReplyTopic
from games.services.mail import reply_addresses
from games.wording import wording

KINDS_ON_SHEETS = ("your_move",)  # kinds in digests that ask for an answer
MAX_HANDS = 12  # hands listed on request


@dataclass(frozen=True)
class Item:
    """A waiting hand: the reader's view of the table, and its number in the letter (0: alone)."""

    view: GameView
    hand: Hand
    number: int = 0


@dataclass(frozen=True)
class Sheet:
    """The entries of a letter, and the address that answers them all; empty if nothing waits."""

    entries: list[dict[str, Any]]
    reply_to: str = ""


def of_notices(parts: Sequence[Notice]) -> Numbered | None:
    """The entries for a digest of these notices, by notice id; None if none of them asks."""
    seen = [(part, view_of(part)) for part in parts if part.kind in KINDS_ON_SHEETS]
    asked = {
        view.game.pk: (part, view)
        for part, view in seen
        if view is not None and view.hand is not None and still_asks(part, view)
    }
    if not asked:
        return None
    recipient = next(iter(asked.values()))[0].recipient
    if recipient is None:
        return None
    sheet = of_views(recipient, [view for _part, view in asked.values()])
    by_game = {entry["game"]: entry for entry in sheet.entries}
    entries = {part.pk: by_game[game] for game, (part, _view) in asked.items()}
    return Numbered(entries, sheet.reply_to)


def of_hands(user: User, hands: Iterable[Hand]) -> Sheet:
    """The sheet of those hands that this person may answer."""
    return of_views(user, seen_by(user, [hand.game_id for hand in hands]))


def seen_by(user: User, game_ids: Sequence[int]) -> list[GameView]:
    """Views of those games in which this person plays."""
    games = selectors.access.read_games(game_ids).values()
    return [view for view in views_of_readers([(game, user) for game in games]) if view]


def of_views(user: User, views: Sequence[GameView]) -> Sheet:
    """A sheet with the most urgent hand first; creates a reply address for just these hands."""
    waiting = [(view, view.hand) for view in views if view.hand is not None and view.may_answer]
    waiting.sort(key=lambda each: (each[0].until or each[1].deadline, each[1].pk))
    if not waiting:
        return Sheet([])
    rows = _rows(user, [hand for _view, hand in waiting])
    if len(waiting) == 1:
        ((view, hand),) = waiting
        address = reply_addresses.address_of(rows[hand.pk])
        return Sheet(_entries([Item(view, hand)], rows, address, ""), address)
    row = reply_addresses.address_of_several(user, [hand for _view, hand in waiting])
    items = [Item(view, hand, place) for place, (view, hand) in enumerate(waiting, start=1)]
    address = reply_addresses.address_of(row)
    return Sheet(_entries(items, rows, address, digests.hands_wait(len(items))), address)


def of_topics(user: User, topics: Sequence[ReplyTopic], reply_to: str, subject: str) -> Sheet:
    """The hands that can still be answered, under the numbers that an earlier letter gave them."""
    numbers = {topic.hand_id: topic.number for topic in topics}
    views = seen_by(user, [topic.game_id for topic in topics])
    items = [
        Item(view, view.hand, numbers[view.hand.pk])
        for view in views
        if view.hand is not None and view.hand.pk in numbers and view.may_answer
    ]
    items.sort(key=lambda item: item.number)
    rows = _rows(user, [item.hand for item in items])
    return Sheet(_entries(items, rows, reply_to, subject), reply_to)


def _rows(user: User, hands: Sequence[Hand]) -> dict[int, ReplyAddress]:
    """The reply address of each hand alone, by hand id; the links to pages contain it."""
    found = reply_addresses.addresses_for([(user.pk, hand.pk) for hand in hands])
    return {hand: row for (_user, hand), row in found.items()}


def _entries(
    items: Sequence[Item], rows: dict[int, ReplyAddress], reply_to: str, subject: str
) -> list[dict[str, Any]]:
    return [_entry(item, rows[item.hand.pk], reply_to, subject) for item in items]


def _entry(item: Item, row: ReplyAddress, reply_to: str, subject: str) -> dict[str, Any]:
    view, number = item.view, item.number
    about = subject or letter_frame.subject(view.game)
    page = render.absolute(reverse("answer-link", args=[links.answer_token(row)]))
    until = date_words.short(view.until or item.hand.deadline)
    short = {"table": titled(view.game), "until": until}
    paused = view.game.paused_at is not None
    return {
        **letter_frame.asking(view, item.hand),
        **answer_form.answers(view.legal, reply_to, about, number),
        "game": view.game.pk,
        "number": number,
        "example": f"{number}: {view.legal[0]}",
        "asks": True,
        "title": numbered(number, titled(view.game)),
        "text": titled(view.game) if paused else _("%(table)s: until %(until)s") % short,
        "own": sealed(view),
        "url": page,
        "calendar_url": "" if view.own or paused else f"{page}deadline.ics",
        "table_url": letter_frame.address(view.game),
    }


def titled(game: Game) -> str:
    """The names of the game and the table."""
    names = {"game": wording(game.ruleset).title(), "table": isolated(game.name)}
    return _("%(game)s, %(table)s") % names


def numbered(number: int, title: str) -> str:
    """A heading with the hand's number, in a form that is no answer by itself."""
    return f"{number} \N{MIDDLE DOT} {title}" if number else title


def sealed(view: GameView) -> str:
    """The reader's own answer so far, in words; empty if there is none."""
    return view.wording.label(view.own.notation) if view.own is not None else ""
