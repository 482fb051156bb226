"""The faults that the simulation has to find (tests/simulate/planting.py)."""

from tests.simulate.planted_aftermath import AFTERMATH
from tests.simulate.planted_decisions import DECISIONS
from tests.simulate.planted_receipts import RECEIPTS
from tests.simulate.planting import Planted

BIDS = [
    Planted(
        "the lock of the game left out",
        "games.game_secrets:lock_game_by_code",
        "rows.fetch(LOCK, ",
        "rows.fetch(LOCK.partition(' FOR ')[0], ",
    ),
    Planted(
        "READY marked in a transaction of its own",
        "games.services.hands.bidding:seal_answer",
        "bids.write(game, hand, sealed, last=last)\n",
        "bids.write(game, hand, sealed, last=False)\n"
        "    transaction.on_commit(\n"
        "        lambda: last and hand.save(update_fields=['state', 'resolve_after']))\n",
    ),
    Planted(
        "READY never stored",
        "games.services.hands.bidding:seal_answer",
        "last=last)",
        "last=False)",
    ),
    Planted(
        "READY left to the deadline",
        "games.services.hands.bidding:seal_answer",
        "not from_mail and bids.make_ready(hand, answered, unread=unread)",
        "False",
    ),
    Planted(
        "the hand turned whatever state it is in",
        "games.services.hands.resolving:resolve_hand",
        "loaded is None or loaded.hand.state != Hand.State.READY",
        "loaded is None",
    ),
    Planted(
        "the hand read before its game is locked",
        "games.services.hands.resolving:_load_locked",
        "    game = game_secrets.lock_of_hand(hand_id, wait=wait)\n",
        "    read = load_hand(Game.objects.get(hands=hand_id), hand_id)\n"
        "    game = game_secrets.lock_of_hand(hand_id, wait=wait)\n"
        "    if game is not None and game.state == Game.State.RUNNING:\n"
        "        read.hand.game = game\n"
        "        return read\n",
    ),
    Planted(
        "a changed answer acknowledged and forgotten",
        "games.services.hands.bidding:seal_answer",
        "    bids.write(game, hand, sealed, last=last)\n",
        "    if not sealed.bid.changes:\n        bids.write(game, hand, sealed, last=last)\n",
    ),
    Planted(
        "a line that breaks told as done",
        "accounts.operation.database_errors:once_more",
        "        if is_busy(error) or connection.in_atomic_block:\n            raise\n",
        "        from datetime import UTC, datetime\n        from types import SimpleNamespace\n"
        "        from games import fairness\n"
        "        long_ago, nothing = datetime(2000, 1, 1, tzinfo=UTC), ('', 0, 0, '', '')\n"
        "        names = dict(zip(('game', 'hand', 'seat', 'bid', 'salt'), nothing))\n"
        "        digest = fairness.receipt(*nothing)\n"
        "        return SimpleNamespace(**names, digest=digest, via='', placed_at=long_ago)\n",
    ),
    Planted(
        "the answer acknowledged before it is stored",
        "games.services.hands.bidding:place_bid",
        "        return receipt\n",
        "        if len(text) % 2 == 0:\n            transaction.set_rollback(True)\n"
        "        return receipt\n",
    ),
    Planted(
        "the idempotency key not looked up",
        "games.services.hands.bidding:place_bid",
        "if context.key is not None:",
        "if False:",
    ),
    Planted(
        "the idempotency key not stored",
        "games.services.hands.bidding:place_bid",
        "        if key:\n            idempotency_keys.remember(",
        "        if False:\n            idempotency_keys.remember(",
    ),
    Planted(
        "the idempotency key stored after the commit",
        "games.services.hands.bidding:place_bid",
        "idempotency_keys.remember(user, key, fingerprint, receipt)",
        "transaction.on_commit(\n"
        "    lambda: idempotency_keys.remember(user, key, fingerprint, receipt))",
    ),
    Planted(
        "an answer taken by a full hand",
        "games.services.hands.bidding:takes_bids",
        "return ready or hand.state == Hand.State.OPEN",
        "return True",
    ),
    Planted(
        "a page replaces what it never saw",
        "games.services.hands.bidding:_check_replaces",
        "if replaces != count and not again:",
        "if False:",
    ),
    Planted(
        "a sweep that does not look for ready hands",
        "games.services.sweep:sweep",
        "selectors.due.ready_hands(now, limit)",
        "[]",
    ),
    Planted(
        "turned in steps that commit each",
        "games.services.hands.game_flow:_mark_resolved",
        "    if back:\n",
        "    from django.db import connection\n    connection.connection.commit()\n    if back:\n",
    ),
]
TURNING = [
    Planted(
        "an answer overwritten at the deadline",
        "games.services.hands.resolving:_missing",
        "[seat for seat in loaded.seats if seat.pk not in loaded.bids]",
        "list(loaded.seats)",
    ),
    Planted(
        "time over before its end",
        "games.services.hands.resolving:_missing",
        "if hand.deadline > now:",
        "if False:",
    ),
    Planted(
        "turned before the table has waited",
        "games.services.hands.resolving:resolve_hand",
        "if hand.resolve_after is not None and hand.resolve_after > database_clock.now():",
        "if False:",
    ),
    Planted(
        "a hand that still takes answers turned over unread mail",
        "games.services.hands.resolving:resolve_hand",
        "if loaded.unread and takes_bids(game, hand):",
        "if False:",
    ),
    Planted(
        "the log entry of a hand left out now and then",
        "games.services.hands.hand_statements:write_opened",
        "rows.fetch(sql, values)",
        "rows.fetch(sql.replace(\"'hand'\", f\"'hand{'s' * (game.hand_number % 2)}'\"), values)",
    ),
    Planted(
        "answers opened when they are given",
        "games.services.hands.bids:write",
        "    ((bid.pk, rule),) = rows.fetch(STORE, values)\n",
        "    ((bid.pk, rule),) = rows.fetch(STORE, values)\n"
        "    bid.opened = {'notation': '', 'salt': ''}\n    bid.save(update_fields=['opened'])\n",
    ),
    Planted(
        "spectators see what the first seat sees",
        "games.game_secrets:keep_state",
        "game.table = seen(game, state, None)",
        "game.table = seen(game, state, 0)",
    ),
    Planted(
        "cards of a seat swapped when it is turned",
        "games.services.hands.game_flow:_play",
        "opened[seat.pk].notation for seat",
        "rules.legal(game_secrets.open_state(game), seat.index)[0] for seat",
    ),
    Planted(
        "a plan's letter instead of each person's",
        "games.services.notifications.turn_notices:asking",
        "notices.hand_opened(game, hand, asked,",
        "notices.hand_opened(game, hand, asked[1:],",
    ),
]
MAILS = [
    Planted(
        "a mail stored without the game's lock",
        "games.services.mail.inbox:store",
        "loaded_mails.lock_games(address)",
        "pass",
    ),
    Planted(
        "a mail acknowledged before it is stored",
        "games.services.mail.inbox:store",
        "    wake_workers.read_mail(address.user_id)",
        "    if len(raw) % 3 == 0:\n"
        "        InboundMail.objects.filter(identity=identity).delete()\n"
        "    wake_workers.read_mail(address.user_id)",
    ),
    Planted(
        "the same mail stored twice",
        "games.mail.inbound.intake:identity",
        "return hashlib",
        "import secrets\n    named = secrets.token_bytes(8)\n    return hashlib",
    ),
    Planted(
        "a mail counts from when it is read",
        "games.mail.inbound.process:asked",
        "if now else mail.received_at",
        "",
    ),
    Planted(
        "a mail read late replaces what was said later",
        "games.services.hands.bidding:_check_time",
        "bid.given_at > given_at",
        "False",
    ),
    Planted(
        "a mail that came after its deadline counts",
        "games.services.hands.bidding:_check_time",
        "at > context.due",
        "False",
    ),
    Planted(
        "the newest mail read first",
        "games.services.mail.loaded_mails:oldest_unread",
        "fetch(OLDEST,",
        'fetch(OLDEST.replace("BY mail.id", "BY mail.id DESC"),',
    ),
    Planted(
        "the hand closes over unread mail",
        "games.services.hands.bidding:seal_answer",
        "unread=unread",
        "unread=False",
    ),
    Planted(
        "a deadline does not wait for mail that came in time",
        "games.services.hands.resolving:expire_hand",
        "if inbox.came_in_time(hand, late):",
        "if False:",
    ),
    Planted(
        "a mail settled before it is carried out",
        "games.services.mail.inbox:read_next",
        "        settle(mail, process(mail))\n",
        "        InboundMail.objects.filter(pk=mail.pk).update(state=State.DONE)\n"
        "        transaction.get_connection().connection.commit()\n"
        "        settle(mail, process(mail))\n",
    ),
    Planted(
        "whoever reads the last mail does not look whether the hand is full",
        "games.services.mail.inbox:read_next",
        "            then(hand_id)\n",
        "            pass\n",
    ),
]
LETTERS = [
    Planted(
        "leases not heeded",
        "accounts.notifications.due_notices:due",
        "rows.fetch(READ_DUE, ",
        "rows.fetch(READ_DUE.replace('notice.leased_until <= %(now)s', 'true'), ",
    ),
    Planted(
        "no lease taken",
        "accounts.notifications.delivery:claim",
        "lease = now + LEASE\n",
        "lease = now\n",
    ),
    Planted(
        "a letter marked as sent before it is",
        "accounts.notifications.delivery:_hand_over",
        "        line.send(notice)\n",
        "        _settle_sent([notice])\n        line.send(notice)\n",
    ),
    Planted(
        "a letter sent twice at once",
        "accounts.notifications.channels.email:EmailChannel.send",
        "        self.client.send(mail)\n",
        "        self.client.send(mail)\n        self.client.send(mail)\n",
    ),
    Planted(
        "a letter of unknown outcome taken for sent",
        "accounts.notifications.delivery:_hand_over",
        'outcome = partial(_unsure, notice, f"unknown: {error}")',
        "return True",
    ),
    Planted(
        "a letter of unknown outcome sent again and again",
        "accounts.notifications.delivery:_hand_over",
        'outcome = partial(_unsure, notice, f"unknown: {error}")',
        "outcome = partial(_later, notice, 'unknown')",
    ),
    Planted(
        "a new Message-ID for each try",
        "accounts.notifications.delivery:_later",
        "    attempts = notice.attempts + 1\n",
        "    attempts = notice.attempts + 1\n    import secrets\n"
        "    _ours(notice).update(message_id=secrets.token_hex(16))\n",
    ),
    Planted(
        "a letter that could not go is given up",
        "accounts.notifications.delivery:_later",
        "attempts >= MAX_ATTEMPTS",
        "attempts >= 1",
    ),
    Planted(
        "letters kept that nobody has begun",
        "accounts.notifications.delivery:Held.write_down",
        "_release(self.waiting, wait)",
        "pass",
    ),
    Planted(
        "letters not settled when they left",
        "accounts.notifications.delivery:_settle_sent",
        "state=State.SENT,",
        "state=State.QUEUED,",
    ),
    Planted(
        "letters enqueued after the commit",
        "accounts.notifications.outbox:together",
        "    enqueue(requests, known)",
        "    from django.db import transaction\n"
        "    transaction.on_commit(lambda: enqueue(requests, known))",
    ),
    Planted(
        "letters told true that are not",
        "accounts.notifications.channels.email:_composed",
        "if letter is None:",
        "if letter is None or notice.kind == 'your_move':",
    ),
]
SEND_DUE = "games.services.notifications.reminders:send_due"
REMINDERS = [
    Planted(
        "reminders enqueued after the commit",
        SEND_DUE,
        "outbox.enqueue(map(_tell, clocks))",
        "told = [_tell(clock) for clock in clocks]\n"
        "        transaction.on_commit(lambda: outbox.enqueue(told))",
    ),
    Planted(
        "only one of several reminded",
        SEND_DUE,
        "map(_tell, clocks)",
        "map(_tell, clocks[:1])",
    ),
    Planted("who has answered is reminded", SEND_DUE, "answered_at=None, ", ""),
]
GIVE = "games.services.hands.outages:_give"
OUTAGES = [
    Planted(
        "no time given back",
        "games.services.hands.outages:give_back",
        "ended.exclude(credits__hand=hand)",
        "ended.none()",
    ),
    Planted(
        "time given back for each part that was down at once",
        GIVE,
        "list(_without((outage.began, until), _given(hand)))",
        "[(outage.began, until)]",
    ),
    Planted(
        "time given back again and again",
        "games.services.hands.outages:give_back",
        "ended.exclude(credits__hand=hand)",
        "ended.all()",
    ),
    Planted(
        "nobody told of the time given back",
        GIVE,
        "hand_notices.time_given_back(clock, game.hand_number, minutes)",
        "pass",
    ),
    Planted(
        "mails refused for a deadline while we were down",
        "games.services.hands.bidding:_check_time",
        "if late and not outages.excuses(game, hand, context.seat, at):",
        "if late:",
    ),
    Planted(
        "time runs out while no mail is taken in",
        "games.services.hands.outages:holds",
        "if since is None:",
        "if True:",
    ),
    Planted(
        "who agrees with what was played has missed",
        "games.services.hands.bids:seal",
        "if before.via not in Bid.GIVEN:",
        "if False:",
    ),
    Planted(
        "who agrees with what their plan answered has not answered",
        "games.services.hands.bids:seal",
        "if before.via not in Bid.GIVEN:",
        "if before.missed or before.via == Bid.Via.BOT:",
    ),
    Planted(
        "a mail inserted again while it is read",
        "games.services.mail.inbox:store",
        "fetch(STORE, ",
        "fetch(STORE.replace('WHERE NOT EXISTS', 'WHERE true OR EXISTS'), ",
    ),
]
ALL = [
    *BIDS, *TURNING, *MAILS, *LETTERS, *REMINDERS, *OUTAGES, *RECEIPTS, *DECISIONS, *AFTERMATH,
]  # fmt: skip
