"""Mails and reply addresses, read, locked and made by statements written by hand: they run with
every mail, and building them as querysets took longer than all else that a mail costs.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.email.domain_spellings import ENCODED, spellings
from accounts.operation import database_clock
from accounts.rows import Columns, Row, fetch
from games.models import Game, Hand, InboundMail, ReplyAddress, ReplyTopic, Stage
from games.selectors import access

Pair = tuple[int, int]  # the ids of a person and a hand
MAIL, ADDRESS = Columns(InboundMail), Columns(ReplyAddress)
HAND, STAGE = Columns(Hand), Columns(Stage)
PERSON, GAME = access.PEOPLE, access.GAMES
TOPIC = Columns(ReplyTopic)
TOPICS = f"""
    SELECT {TOPIC.of("topic")}, {HAND.of("hand")}, {STAGE.of("stage")}, {GAME.of("game")}
    FROM games_replytopic AS topic
    JOIN games_hand AS hand ON hand.id = topic.hand_id
    JOIN games_stage AS stage ON stage.id = hand.stage_id
    JOIN games_game AS game ON game.id = topic.game_id
    WHERE topic.address_id = %(address)s ORDER BY topic.number
"""  # noqa: S608 (names of columns)
TABLES = f"""
    SELECT {GAME.of("game")} FROM games_replytopic AS topic
    JOIN games_game AS game ON game.id = topic.game_id WHERE topic.address_id = %(address)s
"""  # noqa: S608 (names of columns)
HAND_IDS = """
    SELECT hand_id FROM games_replytopic
    WHERE address_id = %(address)s AND hand_id IS NOT NULL ORDER BY game_id, hand_id
"""
# Whoever has no unread mail isn't locked, so nobody waits for them.
LOCKED = """
    SELECT FROM accounts_user WHERE id = %(user)s AND EXISTS (
        SELECT FROM games_inboundmail AS mail
        JOIN games_replyaddress AS address ON address.id = mail.address_id
        WHERE mail.state = 'new' AND address.user_id = %(user)s
    ) FOR NO KEY UPDATE
"""
OF_PERSON = f"""
    SELECT {MAIL.of("mail")}, {ADDRESS.of("address")}, {PERSON.of("person")}, {HAND.of("hand")},
        {STAGE.of("stage")}, {GAME.of("game")}
    FROM games_inboundmail AS mail
    JOIN games_replyaddress AS address ON address.id = mail.address_id
    JOIN accounts_user AS person ON person.id = address.user_id
    LEFT JOIN games_hand AS hand ON hand.id = address.hand_id
    LEFT JOIN games_stage AS stage ON stage.id = hand.stage_id
    LEFT JOIN games_game AS game ON game.id = hand.game_id
    WHERE address.user_id = %(user)s AND
"""  # noqa: S608 (names of columns)
OLDEST = f"{OF_PERSON} mail.state = 'new' ORDER BY mail.id LIMIT 1"
THIS = f"{OF_PERSON} mail.id = %(mail)s"
IN_FORCE = f"""
    SELECT {ADDRESS.of("address")} FROM games_replyaddress AS address
    WHERE user_id = ANY(%(people)s) AND hand_id = ANY(%(hands)s) AND purpose = 'play'
        AND revoked_at IS NULL
"""  # noqa: S608 (names of columns)
MADE = f"""
    INSERT INTO games_replyaddress AS address
        (user_id, hand_id, digest, sealed_token, purpose, made_at)
    SELECT each.*, 'play', %(now)s FROM unnest(
        %(people)s::bigint[], %(hands)s::bigint[], %(digests)s::varchar[], %(sealed)s::bytea[]
    ) AS each
    ON CONFLICT DO NOTHING RETURNING {ADDRESS.of("address")}
"""  # noqa: S608 (names of columns)
NAMED = f"""
    SELECT {ADDRESS.of("address")} FROM games_replyaddress AS address WHERE digest = %(digest)s
"""  # noqa: S608 (names of columns)
# All of them at once and in order, or two mails about the same games could deadlock.
LOCK_GAMES = """
    SELECT FROM games_game WHERE id = %(game)s OR id = ANY(ARRAY(
        SELECT game_id FROM games_replytopic WHERE address_id = %(address)s
    )) OR id = ANY(ARRAY(
        SELECT game_id FROM games_seat AS seat JOIN games_game AS theirs ON theirs.id = game_id
        WHERE seat.user_id = %(person)s AND theirs.state IN ('open', 'running')
    )) ORDER BY id FOR NO KEY UPDATE
"""
SINCE = """
    SELECT count(*) FROM games_inboundmail
    WHERE address_id = %(address)s AND received_at > %(since)s
"""
PEOPLE_WITH_UNREAD = """
    SELECT address.user_id FROM games_inboundmail AS mail
    JOIN games_replyaddress AS address ON address.id = mail.address_id
    WHERE mail.state = 'new' ORDER BY mail.id LIMIT 500
"""
IS_OWN = """
    SELECT FROM account_emailaddress
    WHERE user_id = %(user)s AND verified
        AND upper(email) IN (SELECT upper(each) FROM unnest(%(emails)s::text[]) AS each)
"""


def people_with_unread() -> list[int]:
    """The ids of people who have sent the oldest mails that nobody has read yet."""
    return list(dict.fromkeys(user for (user,) in fetch(PEOPLE_WITH_UNREAD, {})))


def oldest_unread(user_id: int) -> InboundMail | None:
    """This person's oldest unread mail, once nobody else reads theirs; with everything that
    reading it needs.
    """
    if not fetch(LOCKED, {"user": user_id}):
        return None
    mail = _one(fetch(OLDEST, {"user": user_id}))
    if mail is not None and mail.address.hand is not None:
        access.load_seats([mail.address.hand.game])
    return mail


def of_person(user_id: int, pk: int) -> InboundMail | None:
    """A mail to an address of this person, with what reading it needs but for the seats."""
    return _one(fetch(THIS, {"user": user_id, "mail": pk}))


def _one(rows: Sequence[Row]) -> InboundMail | None:
    for row in rows:
        mail, rest = MAIL.take(row)
        address, rest = ADDRESS.take(rest)
        person, rest = PERSON.take(rest)
        if mail is not None and address is not None and person is not None:
            mail.address, address.user = address, person
            address.hand = _hand(rest)
            return mail
    return None


def _hand(row: Sequence[Any]) -> Hand | None:
    """The hand, with its stage and its game."""
    hand, rest = HAND.take(row)
    stage, rest = STAGE.take(rest)
    game, _rest = GAME.take(rest)
    if hand is None or stage is None or game is None:
        return None
    hand.stage, hand.game = stage, game
    return hand


def topics_of(address: ReplyAddress) -> list[ReplyTopic]:
    """The hands that this address is about by their numbers, with their games and all seats
    there.
    """
    found = []
    for row in fetch(TOPICS, {"address": address.pk}):
        topic, rest = TOPIC.take(row)
        hand = _hand(rest)
        if topic is not None and hand is not None:
            topic.address, topic.hand, topic.game = address, hand, hand.game
            found.append(topic)
    access.load_seats([topic.game for topic in found])
    return found


def tables_of(address: ReplyAddress) -> list[Game]:
    """The tables that this address is about by its letter; of one that asks for no hand, one."""
    return GAME.fetch(TABLES, {"address": address.pk})


def hand_ids(address: ReplyAddress) -> list[int]:
    """The hands that mails to this address may be about, in the order in which their games are
    locked."""
    if address.hand_id is not None:
        return [address.hand_id]
    return [hand for (hand,) in fetch(HAND_IDS, {"address": address.pk})]


def addresses_in_force(asked: Collection[Pair]) -> dict[Pair, ReplyAddress]:
    """The addresses of these people for these hands, of whichever pairs there are."""
    values = {"people": [user for user, _hand in asked], "hands": [hand for _user, hand in asked]}
    return _by_pair(IN_FORCE, values)


def make_addresses(fresh: Mapping[Pair, tuple[str, bytes]]) -> dict[Pair, ReplyAddress]:
    """Makes an address for each of these, of a digest and a sealed token; without those that
    somebody else has made meanwhile.
    """
    values = {
        "people": [user for user, _hand in fresh],
        "hands": [hand for _user, hand in fresh],
        "digests": [digest for digest, _sealed in fresh.values()],
        "sealed": [sealed for _digest, sealed in fresh.values()],
        "now": database_clock.now(),
    }
    return _by_pair(MADE, values)


def _by_pair(sql: str, values: Mapping[str, Any]) -> dict[Pair, ReplyAddress]:
    found = (ADDRESS.take(row)[0] for row in fetch(sql, values))
    return {(row.user_id, row.hand_id or 0): row for row in found if row is not None}


def lock_games(address: ReplyAddress, *, everywhere: bool = False) -> None:
    """Locks every game that a mail to this address may be about, always in the same order;
    `everywhere`: with all games of its sender, as a vacation beside an answer needs them."""
    person = address.user_id if everywhere else None
    fetch(LOCK_GAMES, {"game": address.game_id, "address": address.pk, "person": person})


def received_since(address: ReplyAddress, since: datetime) -> int:
    """How many mails have come to this address since then."""
    ((count,),) = fetch(SINCE, {"address": address.pk, "since": since})
    return int(count)


def is_own_address(user_id: int, email: str) -> bool:
    """Whether this person has confirmed that this address is theirs."""
    emails = spellings(email) if ENCODED in email else [email]
    return bool(fetch(IS_OWN, {"user": user_id, "emails": emails}))
