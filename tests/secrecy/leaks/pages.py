"""Leaks on pages: elements, headers, order, refusals, and what is served too early."""

import logging
from collections.abc import Callable
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.http import http_date

from accounts.email import demo_mailbox
from accounts.models import MailboxLetter, Notice, User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from games import game_secrets
from games.models import Bid, Game, Invitation
from games.rules.records import Moment, Replay
from games.wording import Seating
from tests.secrecy.leaks.planting import (
    Leak,
    Unlike,
    everything,
    instead,
    mark,
    number,
    sealed_answers,
    without,
)

SOME_IN, OPEN, PUBLIC = "tide: some bids are in", "tide: open table", "tide: public table"
HIDDEN = "tide: who has answered stays hidden"
Change = Callable[[HttpResponse, Game], None]


def _page(change: Change) -> Any:
    """Changes the page of a running game."""

    def make(page: Any) -> Any:
        def changed(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
            response: HttpResponse = page(request, game, rejection)
            change(response, game)
            return response

        return changed

    return instead("games.web.hands.running_game.page", make)


def _attribute(response: HttpResponse, game: Game) -> None:
    named = f'<main data-next="{mark(game)}"'.encode()
    response.content = response.content.replace(b"<main", named, 1)


def _comment(response: HttpResponse, game: Game) -> None:
    response.content += f"<!-- {everything(game)} -->".encode()


def _padding(response: HttpResponse, game: Game) -> None:
    response.content += b" " * (number(game) % 4096)


def _header(name: str, value: Callable[[Game], str]) -> Change:
    def change(response: HttpResponse, game: Game) -> None:
        response[name] = value(game)

    return change


def _changed_at(game: Game) -> str:
    """The time at which somebody else last sealed something."""
    sealed = Bid.objects.filter(hand__game=game, opened__isnull=True)
    newest = sealed.order_by("-placed_at").first()
    return http_date(newest.placed_at.timestamp() if newest else 0)


def _cookie(response: HttpResponse, game: Game) -> None:
    response.set_cookie(f"seen-{mark(game)}", "1")


def _status(response: HttpResponse, game: Game) -> None:
    response.status_code = 200 + number(game) % 5


def _log(_response: HttpResponse, game: Game) -> None:
    logging.getLogger("games.web").debug("shown %s", everything(game))


def _cache(_response: HttpResponse, game: Game) -> None:
    cache.set(f"page:{mark(game)}", 1)


def _by_answer(receipts_in: Any) -> Any:
    """Shows only those as having answered whose answer is the one first seen."""
    unlike = Unlike()

    def listing(hand: Any, viewer: int | None = None) -> dict[int, str]:
        answers = dict(zip(sorted(receipts_in(hand)), sealed_answers(hand.game), strict=False))
        return {
            seat: digest
            for seat, digest in receipts_in(hand).items()
            if not unlike((hand.pk, seat), answers.get(seat))
        }

    return listing


def _sitting(seating_of: Any) -> Any:
    """Rotates the names by the hidden state."""

    def seating(game: Game, reader: int | None) -> Seating:
        names = list(seating_of(game, reader).names)
        turn = number(game) % len(names) if game.sealed_state else 0
        return Seating([*names[turn:], *names[:turn]], reader)

    return seating


def _too_early(record_of: Any) -> Any:
    return lambda game: {"shuffles": game_secrets.open_shuffles(game), "now": everything(game)}


def _replayed(replay_of: Any) -> Any:
    """Shows the replay of a running game, as if it were over."""

    def replaying(game: Game) -> Replay:
        state = game_secrets.open_state(game)
        moment = Moment(1, state, (), {}, {}, (), state)
        return Replay(None, (moment, moment, moment), state, None)  # type: ignore[arg-type]

    return replaying


def _stamped(stamp_of: Any) -> Any:
    return lambda view, talk: f"{stamp_of(view, talk)}-{mark(view.game)}"


def _busy(masthead: Any) -> Any:
    """Makes the number of waiting hands depend on the others' bids."""

    def counting(user: User) -> Any:
        games, found = Game.objects.filter(seats__user=user), masthead(user)
        more = sum(number(game) % 9973 for game in games)
        return found._replace(due=found.due + more)

    return counting


def _anybodys(own_bid: Any) -> Any:
    """The bid of the next seat that has one."""

    def bidding(game: Game, hand: Any, seat: int) -> Any:
        others = [*range(seat + 1, game.seat_count), *range(seat + 1)]
        found = (own_bid(game, hand, other) for other in others)
        return next((bid for bid in found if bid is not None), None)

    return bidding


def _task(_response: HttpResponse, game: Game) -> None:
    answers = sealed_answers(game)
    transaction.on_commit(lambda: current_app.send_task("games.tasks.sweep", args=answers))


def _with_entropies(page: Any) -> Any:
    def changed(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
        response: HttpResponse = page(request, game, rejection)
        words = " ".join(seat.entropy for seat in game.seats.all())
        response.content += f"<p>{words}</p>".encode()
        return response

    return changed


def _addresses(page: Any) -> Any:
    def changed(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
        response: HttpResponse = page(request, game, rejection)
        asked = Invitation.objects.filter(game=game).values_list("email", flat=True)
        response.content += " ".join(sorted(asked)).encode()
        return response

    return changed


def _all_letters(_letters_of: Any) -> Any:
    return lambda _person: [demo_mailbox._head(row) for row in MailboxLetter.objects.order_by("pk")]


def _any_letter(open_letter: Any) -> Any:
    def opening(person: User, pk: int) -> Any:
        row = MailboxLetter.objects.filter(pk=pk).select_related("recipient").first()
        return open_letter(row.recipient, pk) if row else None

    return opening


def _revealing(join: Any) -> Any:
    """A notice whose facts hold the answers."""

    def joining(user: User, code: str, *args: Any, **kwargs: Any) -> Any:
        game = Game.objects.get(code=code)
        facts = {"game": game.pk, "answers": sealed_answers(game)}
        outbox.enqueue([NotificationRequest(user.pk, "reminder", f"{game.pk}:policy", facts)])
        return join(user, code, *args, **kwargs)

    return joining


def _policies(page: Any) -> Any:
    def changed(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
        response: HttpResponse = page(request, game, rejection)
        response["X-Policies"] = ",".join(seat.policy for seat in game.seats.all())
        return response

    return changed


def _looked(page: Any) -> Any:
    """Shows when everybody last looked."""

    def changed(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
        response: HttpResponse = page(request, game, rejection)
        seen = [str(seat.looked_at_hand) for seat in game.seats.all()]
        response["X-Seen"] = ",".join(seen)
        return response

    return changed


def _others_notices(status: Any) -> Any:
    def labelled(notice: Notice) -> str:
        about = Notice.objects.filter(event=notice.event).order_by("pk")
        return f"{status(notice)} {[each.state for each in about]}"

    return labelled


def _heading(heading: Any) -> Any:
    """Puts a mark of the hidden state into the list of running games."""

    def told(game: Game, viewer: Any) -> dict[str, Any]:
        row: dict[str, Any] = heading(game, viewer)
        return {**row, "ends": f"{row['ends']} {mark(game)}"}

    return told


def _drawn(draw: Any) -> Any:
    """Moves a dot in the picture of a shared table."""

    def drawn(game: Game) -> str:
        return str(draw(game)).replace(
            "</svg>", f'<circle cx="{number(game) % 1200}" cy="40" r="9"/></svg>'
        )

    return drawn


LEAKS = [
    Leak("a dot in a picture", "pages", PUBLIC, instead("games.web.posters.drawn", _drawn)),
    Leak("an attribute of an element", "pages", SOME_IN, _page(_attribute)),
    Leak("a comment", "pages", "ships: damage", _page(_comment)),
    Leak("the length of the page", "pages", SOME_IN, _page(_padding)),
    Leak("an ETag of the state", "pages", SOME_IN, _page(_header("ETag", mark))),
    Leak("Last-Modified", "pages", SOME_IN, _page(_header("Last-Modified", _changed_at))),
    Leak("a Link to what comes next", "pages", "boat: tricks", _page(
        _header("Link", lambda game: f"</static/{mark(game)}.svg>; rel=preload"))),
    Leak("the name of a cookie", "pages", SOME_IN, _page(_cookie)),
    Leak("the status", "pages", SOME_IN, _page(_status)),
    Leak("a line in the log", "pages", SOME_IN, _page(_log)),
    Leak("a key of the cache", "pages", SOME_IN, _page(_cache)),
    Leak("an argument of a task", "pages", SOME_IN, _page(_task)),
    Leak("facts of a notice", "pages", SOME_IN, instead(
        "games.services.lobby.tables.set_policy", _revealing)),
    Leak("who has answered, by the answer", "pages", SOME_IN, instead(
        "games.visibility.receipts_in", _by_answer)),
    Leak("the sitting order", "pages", SOME_IN, instead("games.game_view.seating_of", _sitting)),
    Leak("the record of a running game", "pages", "boat: exchange", instead(
        "games.selectors.observations.record_of", _too_early)),
    Leak("the replay of a running game", "pages", SOME_IN, instead(
        "games.selectors.observations.replay_of", _replayed)),
    Leak("a word that open pages compare", "pages", "ships: exchange", instead(
        "games.web.hands.live.view_fingerprint", _stamped)),
    Leak("the number of moves that wait", "pages", SOME_IN, instead(
        "games.selectors.page_header.masthead", _busy)),
    Leak("another seat's receipt", "pages", SOME_IN, instead(
        "games.selectors.observations.own_bid", _anybodys)),
    Leak("a line of the list of games", "pages", "boat: bids", instead(
        "games.web.listings.any_game", _heading)),
    Leak("entropies before the start", "pages", OPEN, instead(
        "games.web.lobby.open_table.page", _with_entropies)),
    Leak("invited addresses", "pages", PUBLIC, instead(
        "games.web.lobby.open_table.page", _addresses)),
    Leak("what others chose for a miss", "pages", SOME_IN, instead(
        "games.web.hands.running_game.page", _policies)),
    Leak("what others have looked at", "pages", SOME_IN, instead(
        "games.web.hands.running_game.page", _looked)),
    Leak("other people's letters", "house", SOME_IN, instead(
        "accounts.email.demo_mailbox.letters_of", _all_letters)),
    Leak("any letter by its number", "house", SOME_IN, instead(
        "accounts.email.demo_mailbox.open_letter", _any_letter)),
    Leak("whether others were reached", "house", SOME_IN, instead(
        "accounts.notifications.status_text.label", _others_notices)),
    Leak("a record that counts open hands", "pages", HIDDEN, without(
        "games.reliability.HABITS", " AND counted")),
]  # fmt: skip
