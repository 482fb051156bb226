"""All sealed columns of the games app, so that `manage.py reseal` finds every one of them."""

from accounts.security.key_rotation import Column
from games import game_secrets
from games.models import (
    Bid,
    Game,
    HouseMail,
    IdempotencyKey,
    InboundMail,
    Message,
    Note,
    Opening,
    Plan,
    ReplyAddress,
    TakenBack,
)
from games.services.hands import idempotency_keys
from games.services.mail import house_mail, inbox, reply_addresses

COLUMNS = (
    Column(Game, "sealed_secret", lambda game: game_secrets.associated_data_of(game, "secret")),
    Column(Game, "sealed_state", game_secrets.associated_data_of_state),
    Column(Game, "sealed_shuffles", lambda game: game_secrets.associated_data_of(game, "shuffles")),
    Column(Game, "sealed_seed", lambda game: game_secrets.associated_data_of(game, "seed")),
    Column(
        Bid,
        "sealed",
        lambda bid: game_secrets.associated_data_of_bid(
            bid, bid.hand.game.code, bid.hand.number, bid.seat.index
        ),
        related=("hand__game", "seat"),
    ),
    Column(
        TakenBack,
        "sealed_rows",
        lambda row: game_secrets.associated_data_of(row.game, "taken back"),
        ("game",),
    ),
    Column(
        Plan,
        "sealed",
        lambda plan: game_secrets.associated_data_of_plan(plan.seat.game.code, plan.seat.index),
        related=("seat__game",),
    ),
    Column(Opening, "sealed", game_secrets.associated_data_of_opening),
    Column(
        Note,
        "sealed",
        lambda note: game_secrets.associated_data_of_note(note.seat.game.code, note),
        related=("seat__game",),
    ),
    Column(
        Message,
        "sealed",
        lambda message: game_secrets.associated_data_of_message(message.game.code, message.number),
        related=("game",),
    ),
    Column(
        IdempotencyKey,
        "sealed_receipt",
        lambda row: idempotency_keys.associated_data_of(row.user_id, row.key),
    ),
    Column(
        ReplyAddress,
        "sealed_token",
        lambda row: reply_addresses.associated_data_of_address(row.user_id, row.hand_id),
    ),
    Column(
        HouseMail, "sealed_raw", lambda row: house_mail.associated_data_of(row.local, row.identity)
    ),
    Column(
        InboundMail,
        "sealed_raw",
        lambda row: inbox.associated_data_of_mail(row.address_id, row.identity, "raw"),
    ),
    Column(
        InboundMail,
        "sealed_result",
        lambda row: inbox.associated_data_of_mail(row.address_id, row.identity, "result"),
    ),
)
