"""Briefs about games: the table, and a deadline if an answer is due; never a card or a bid.

They are made for many notices at once, in a constant number of queries. One that is no longer true
is marked so.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice
from accounts.notifications import prefetch
from accounts.notifications.kinds import Brief, Letter
from accounts.text import date_words
from games import deadlines, selectors, visibility
from games.mail.letter_view import is_about, is_stage_over
from games.mail.waiting_hands import titled
from games.models import Bid, Game, Hand, Invitation, Seat, SeatClock, Stage
from games.services.hands import plan_rehearsal
from games.wording import WORDINGS


@dataclass(frozen=True)
class View:
    """What one notice is about, as far as its reader may know."""

    game: Game
    seat: Seat
    hand: Hand | None
    until: datetime | None
    via: str | None  # how the seat has answered; None if it has not, or was compacted
    stage_over: bool = False

    @property
    def owes(self) -> bool:
        """Whether this seat still has to answer in that hand."""
        hand = self.hand
        return (
            hand is not None
            and self.game.state == Game.State.RUNNING
            and hand.number == self.game.hand_number
            and visibility.shown_state(hand) == Hand.State.OPEN
            and self.seat.index in hand.awaiting
            and self.via is None
        )

    @property
    def missed(self) -> bool:
        """Whether that hand has been turned without an answer of this seat's own."""
        return self.resolved and self.via in (None, Bid.Via.DEADLINE)

    @property
    def resolved(self) -> bool:
        """Whether that hand has been turned."""
        return self.hand is not None and self.hand.state == Hand.State.RESOLVED


Making = Callable[[Sequence[Notice]], list[Brief | None]]


def asking(title: str | Promise) -> Making:
    """Briefs that ask for an answer."""
    return _making(title, lambda view: view.owes, asks=True)


def turned(title: str | Promise) -> Making:
    """Briefs about a hand that is turned."""
    return _making(title, lambda view: view.resolved)


def missed(title: str | Promise) -> Making:
    """Briefs about a hand that was missed."""
    return _making(title, lambda view: view.missed)


def begun(title: str | Promise) -> Making:
    """Briefs about a game that runs."""
    return _making(title, lambda view: view.game.state == Game.State.RUNNING)


def ended(title: str | Promise) -> Making:
    """Briefs about a game that is over."""
    return _making(title, lambda view: view.game.outcome is not None)


def stage(title: str | Promise) -> Making:
    """Briefs about a stage that has ended."""
    return _making(title, lambda view: view.stage_over)


def _making(title: str | Promise, true: Callable[[View], bool], *, asks: bool = False) -> Making:
    def make(notices: Sequence[Notice]) -> list[Brief | None]:
        views: list[View | None] = [prefetch.found("brief view", notice) for notice in notices]
        return [
            _brief(str(title), view, notice, true=true(view), asks=asks) if view else None
            for notice, view in zip(notices, views, strict=True)
        ]

    return make


def _brief(title: str, view: View, notice: Notice, *, true: bool, asks: bool) -> Brief:
    game, until = view.game, view.until if asks else None
    words, facts = titled(game), _facts(notice, game, view.seat)
    if until is not None and true:
        words = _("%(table)s: until %(until)s") % {"table": words, "until": date_words.short(until)}
    if until is not None:
        facts["deadline"] = until.isoformat()
    return Brief(title, words, reverse("game", args=[game.code]), facts, true)


def _facts(notice: Notice, game: Game, seat: Seat | None) -> dict[str, Any]:
    return {
        "game": game.code,
        "ruleset": game.ruleset,
        "table": game.name,
        **({"seat": seat.index} if seat is not None else {}),
        **{name: notice.facts[name] for name in ("hand", "stage") if name in notice.facts},
    }


def of_letters(
    title: str | Promise, compose: Callable[[Notice], Letter | None], way: str
) -> Making:
    """Briefs that are true as long as there is a letter, and lead where it leads, or to the page
    `way` of the game.
    """

    def make(notices: Sequence[Notice]) -> list[Brief | None]:
        letters = [compose(notice) for notice in notices]
        true = [notice for notice, letter in zip(notices, letters, strict=True) if letter]
        games = games_with_wording(set(map(_game_id, true)))
        return [
            _of_letter(str(title), notice, letter, games[_game_id(notice)], way) if letter else None
            for notice, letter in zip(notices, letters, strict=True)
        ]

    return make


def _game_id(notice: Notice) -> int:
    if "invitation" in notice.facts:
        return Invitation.objects.get(pk=notice.facts["invitation"]).game_id
    return int(notice.facts["game"])


def _of_letter(title: str, notice: Notice, letter: Letter, game: Game, way: str) -> Brief:
    path = reverse(way, args=[game.code]) if way else letter.url.removeprefix(settings.SITE_URL)
    seat = selectors.access.seat_of(game, notice.recipient) if notice.recipient else None
    return Brief(title, titled(game), path, _facts(notice, game, seat))


def pushed(notice: Notice) -> dict[str, Any]:
    """Extra fields of a push message (accounts.notifications.kinds.PUSHING)."""
    view: View | None = prefetch.found("brief view", notice)
    if view is None or notice.recipient is None:
        return {}
    plan = ""
    if view.owes and plan_rehearsal.can_play(view.game, view.seat):
        plan = reverse("game-plan-play", args=[view.game.code])
    return {"waiting": selectors.page_header.masthead(notice.recipient).due, "plan": plan}


def _views(notices: Sequence[Notice]) -> list[View | None]:
    ids = {notice.facts["game"] for notice in notices if "game" in notice.facts}
    games = games_with_wording(ids)
    hands = _hands(notices, games)
    clocks = _clocks(hands.values())
    bids = Bid.objects.filter(hand__in=hands.values()).values_list("hand_id", "seat_id", "via")
    answers = {(hand, seat): via for hand, seat, via in bids}
    views = [_view(notice, games, hands, clocks, answers) for notice in notices]
    return _with_stages(notices, views)


prefetch.register("brief view", _views)


def games_with_wording(ids: Collection[int]) -> dict[int, Game]:
    """These games by id, without those whose ruleset has no wording any more."""
    games = selectors.access.read_games(ids)
    return {pk: game for pk, game in games.items() if game.ruleset in WORDINGS}


def _hands(notices: Iterable[Notice], games: dict[int, Game]) -> dict[tuple[int, int], Hand]:
    wanted = {notice.facts["hand"] for notice in notices if "hand" in notice.facts}
    found = Hand.objects.filter(game__in=games, number__in=wanted)
    hands = {}
    for hand in found:
        hand.game = games[hand.game_id]
        hands[hand.game_id, hand.number] = hand
    return hands


def _clocks(hands: Iterable[Hand]) -> dict[int, list[SeatClock]]:
    found: dict[int, list[SeatClock]] = {}
    for clock in SeatClock.objects.filter(hand__in=hands, given_up=False).select_related("seat"):
        found.setdefault(clock.hand_id, []).append(clock)
    return found


def _view(
    notice: Notice,
    games: dict[int, Game],
    hands: dict[tuple[int, int], Hand],
    clocks: dict[int, list[SeatClock]],
    answers: dict[tuple[int, int], str],
) -> View | None:
    game = games.get(notice.facts.get("game", 0))
    seat = selectors.access.seat_of(game, notice.recipient) if game and notice.recipient else None
    if game is None or seat is None:
        return None
    found = hands.get((game.pk, notice.facts.get("hand", 0)))
    hand = found if found and is_about(notice, found) else None
    runs = hand if game.paused_at is None else None
    until = deadlines.due_among(clocks.get(runs.pk, ()), runs, seat.index) if runs else None
    return View(game, seat, hand, until, answers.get((hand.pk, seat.pk)) if hand else None)


def _with_stages(notices: Sequence[Notice], views: Sequence[View | None]) -> list[View | None]:
    """The views, which say whether the stage that a notice is about is over."""
    if not any("stage" in notice.facts for notice in notices):
        return list(views)
    found = Stage.objects.filter(game__in={view.game.pk for view in views if view is not None})
    stages = {(stage.game_id, stage.number): stage for stage in found}
    return [
        view
        and replace(
            view,
            stage_over=is_stage_over(
                notice, stages.get((view.game.pk, notice.facts.get("stage", 0)))
            ),
        )
        for notice, view in zip(notices, views, strict=True)
    ]


TITLES = {
    "game_started": gettext_lazy("The game begins"),
    "your_move": gettext_lazy("Your move"),
    "reminder": gettext_lazy("We’re waiting for you"),
    "deadline_moved": gettext_lazy("You have more time"),
    "hand_resolved": gettext_lazy("A hand is turned"),
    "missed": gettext_lazy("A hand that you missed"),
    "stage_end": gettext_lazy("A stage is over"),
    "game_over": gettext_lazy("The game is over"),
    "invitation": gettext_lazy("An invitation"),
    "chat": gettext_lazy("Chat at the table"),
    "seat_offered": gettext_lazy("A bot plays for you"),
    "seat_taken": gettext_lazy("A new player at the table"),
    "briefing": gettext_lazy("Welcome to the table"),
    "game_paused": gettext_lazy("The game is paused"),
    "game_resumed": gettext_lazy("The game has been resumed"),
    "restored": gettext_lazy("Some answers are lost"),
    "game_cancelled": gettext_lazy("The game is cancelled"),
    "vote_asked": gettext_lazy("A vote at your table"),
    "out_of_turn": gettext_lazy("News from your table"),
    "extended": gettext_lazy("This hand has more time"),
    "comparison": gettext_lazy("All tables with the same deals are over"),
    "rematch": gettext_lazy("Another game?"),
    "seat_kept": gettext_lazy("An invitation"),
    "friend_asked": gettext_lazy("A friend request"),
    "friend_agreed": gettext_lazy("A new friend"),
    "moderated": gettext_lazy("A moderator stepped in at your table"),
}
