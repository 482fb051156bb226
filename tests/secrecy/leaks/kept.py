"""Leaks that no observer sees, but the canary finds: logs, queues, columns, hashes."""

import base64
import hashlib
import json
import logging
from collections.abc import Iterable
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from games import game_secrets
from games.models import Bid, Game, Hand
from games.rules.base import Event
from games.rules.registry import ruleset
from games.selectors.hands.loaded_hands import LoadedHand
from games.services.hands.bidding import Receipt
from tests.narrowing import not_none
from tests.secrecy.leaks.planting import Leak, both, instead

log = logging.getLogger("games.services")
PLACING = "games.services.hands.bidding.seal_answer"


def _placing(then: Any) -> Any:
    """Runs something else after a bid was sealed."""

    def make(seal_answer: Any) -> Any:
        def sealing(game: Game, hand: Hand, *args: Any) -> Receipt:
            receipt: Receipt = seal_answer(game, hand, *args)
            then(receipt, hand)
            return receipt

        return sealing

    return instead(PLACING, make)


def _task(receipt: Receipt, hand: Hand) -> None:
    args = [hand.pk, receipt.bid]
    transaction.on_commit(lambda: current_app.send_task("games.tasks.resolve_hand", args=args))


def _tell(receipt: Receipt, hand: Hand) -> None:
    user = User.objects.order_by("pk").first()
    facts = {"game": hand.game_id, "hand": hand.number, "sealed": receipt.bid}
    outbox.enqueue(
        [NotificationRequest(user.pk if user else None, "reminder", f"{receipt.digest}", facts)]
    )


def _mail(receipt: Receipt, hand: Hand) -> None:
    send_mail(f"You sealed {receipt.bid}", "", None, ["marit@example.org"])


def _note_plain(receipt: Receipt, hand: Hand) -> None:
    Hand.objects.filter(pk=hand.pk).update(table={**hand.table, "last": receipt.bid})


def _refused(read: Any) -> Any:
    """Logs at DEBUG what somebody may answer."""

    def reading(game: Game, seat: Any, text: str) -> Any:
        log.debug("Reading %r among %s", text, game_secrets.open_state(game).cards)
        return read(game, seat, text)

    return reading


def _kept_open(keep_state: Any) -> Any:
    def keep(game: Game, state: Any) -> None:
        keep_state(game, state)
        game.table = {**not_none(game.table), "state": ruleset(game.ruleset).dump(state)}

    return keep


def _told(tell: Any) -> Any:
    """Adds an event that says what was buried."""

    def resolve(state: Any, bids: Any) -> Any:
        step = tell(state, bids)
        if state.phase == "bury":
            step = step._replace(events=(Event("buried", {"cards": list(bids.values())}),))
        return step

    return resolve


def _opened_always(close: Any) -> Any:
    """Opens bids of secret phases like all others."""

    def closing(game: Game, loaded: LoadedHand, trigger: str, _opened: Any, events: Any) -> Any:
        opened = {
            pk: game_secrets.open_bid(bid, game.code, loaded.hand.number, bid.seat.index)
            for pk, bid in loaded.bids.items()
        }
        return close(game, loaded, trigger, opened, events)

    return closing


def _unsalted(_receipt: Any) -> Any:
    def digest(code: str, hand: int, seat: int, notation: str, salt: str) -> str:
        text = f"tideweb-bid/1\n{code}\n{hand}\n{seat}\n{notation}\n"
        return hashlib.sha256(text.encode()).hexdigest()

    return digest


def _unkeyed(_fingerprint: Any) -> Any:
    return lambda code, hand, text: hashlib.sha256(f"{code}\n{hand}\n{text}".encode()).hexdigest()


def _remembered(page: Any) -> Any:
    """Stores the person's cards in the session."""

    def shown(request: HttpRequest, game: Game, rejection: Any) -> HttpResponse:
        if request.user.is_authenticated:
            request.session["held"] = game_secrets.open_state(game).cards[0]
        result: HttpResponse = page(request, game, rejection)
        return result

    return shown


def _in_json(_encode: Any) -> Any:
    return lambda _self, known: json.dumps(known)


def _out_of_json(_decode: Any) -> Any:
    return lambda _self, data: json.loads(data)


def _cached(observation_for: Any) -> Any:
    def observed(game: Game, seat: int | None) -> Any:
        found = observation_for(game, seat)
        cache.set(f"observation:{game.pk}:{seat}", found)
        return found

    return observed


def _in_base64(_seal: Any) -> Any:
    """Only encodes, in base64, instead of encrypting."""
    return lambda value, _place: base64.b64encode(json.dumps(value).encode())


def _out_of_base64(_unseal: Any) -> Any:
    return lambda sealed, _place: json.loads(base64.b64decode(bytes(sealed)))


def _printed(receipts: Any) -> Any:
    def bid(game: Game, hand: Hand, *args: Any, **more: Any) -> None:
        receipts(game, hand, *args, **more)
        log.info("Ready? %s", [_plain(bid) for bid in hand.bids.select_related("seat")])

    return bid


def _plain(bid: Bid) -> Iterable[str]:
    return game_secrets.open_bid(bid, bid.hand.game.code, bid.hand.number, bid.seat.index)


LEAKS = [
    Leak("a log line at DEBUG with a hand of cards", "canary", "kept", instead(
        "games.services.hands.bidding._read", _refused)),
    Leak("a log line at INFO with sealed bids", "canary", "kept", instead(
        "games.services.hands.bids.write", _printed)),
    Leak("an argument of a task", "canary", "kept", _placing(_task)),
    Leak("facts of a notice", "canary", "kept", _placing(_tell)),
    Leak("the subject of a mail", "canary", "kept", _placing(_mail)),
    Leak("a column that is not sealed", "canary", "kept", _placing(_note_plain)),
    Leak("the state beside the public table", "canary", "kept", instead(
        "games.game_secrets.keep_state", _kept_open)),
    Leak("an event of a secret phase", "canary", "kept", instead(
        "tests.secrecy.canary.rules.resolve", _told)),
    Leak("bids of a secret phase, opened", "canary", "kept", instead(
        "games.services.hands.game_flow._mark_resolved", _opened_always)),
    Leak("a receipt without its salt", "canary", "kept", instead(
        "games.fairness.receipt", _unsalted)),
    Leak("a hash of key, hand and answer", "canary", "kept", instead(
        "games.services.hands.idempotency_keys.fingerprint", _unkeyed)),
    Leak("a session that remembers, and is not sealed", "canary", "kept", both(
        instead("games.web.hands.running_game.page", _remembered),
        instead("accounts.security.sessions.SessionStore.encode", _in_json),
        instead("accounts.security.sessions.SessionStore.decode", _out_of_json))),
    Leak("base64 instead of a cipher", "canary", "kept", both(
        instead("accounts.encryption.seal", _in_base64),
        instead("accounts.encryption.unseal", _out_of_base64))),
    Leak("a cache of observations", "canary", "kept", instead(
        "games.selectors.observations.observation_for", _cached)),
]  # fmt: skip
