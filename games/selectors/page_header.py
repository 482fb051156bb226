"""The data in the header of every page, in one hand-written statement."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from accounts.email import unasked_letters
from accounts.models import User
from accounts.notifications import bounces
from accounts.operation import database_clock
from games.models import Vote
from games.visibility import KINDS_THAT_ASK

MAX_UNREAD = 100  # stands for so many or more, as the exact number doesn't matter then
# A running clock means an answer is due. Notices that ask for something don't count once their
# reader has answered, or can no longer; nor do those about a chat that they have read. (No `EXISTS`
# for invitations: PostgreSQL might read all that are open beforehand, rather than the one.)
HEAD = """
SELECT
    (
        SELECT count(*) FROM games_seatclock AS clock JOIN games_hand AS hand ON hand.id = hand_id
        WHERE clock.user_id = %(me)s AND answered_at IS NULL AND NOT clock.paused
            AND hand.state = 'open'
    ),
    (
        SELECT count(*) FROM (
            SELECT FROM accounts_notice AS notice
            WHERE recipient_id = %(me)s AND shown AND read_at IS NULL AND NOT (
                kind = ANY(%(asking)s) AND NOT EXISTS (
                    SELECT FROM games_hand AS hand JOIN games_game AS game ON game.id = game_id
                    WHERE game.id = (facts ->> 'game')::bigint
                        AND hand.number = (facts ->> 'hand')::int
                        AND starts_with(event, 'hand:' || hand.id || ':')
                        AND hand.number = game.hand_number AND (
                            hand.state = 'open' OR (hand.state = 'ready' AND NOT shows_bids)
                        )
                        AND EXISTS (
                            SELECT FROM games_seat AS seat
                            WHERE seat.game_id = game.id AND seat.user_id = %(me)s
                        )
                        AND NOT EXISTS (
                            SELECT FROM games_bid AS bid
                            JOIN games_seat AS seat ON seat.id = bid.seat_id
                            WHERE bid.hand_id = hand.id AND seat.user_id = %(me)s
                        )
                )
            ) AND NOT (
                kind = 'vote_asked' AND (drop_after <= %(now)s OR NOT EXISTS (
                    SELECT FROM games_vote AS vote
                    WHERE game_id = (facts ->> 'game')::bigint AND wish = facts ->> 'wish'
                        AND vote.at > %(votes_since)s
                ) OR EXISTS (
                    SELECT FROM games_vote AS own
                    JOIN games_seat AS seat ON seat.id = own.seat_id
                    WHERE own.game_id = (facts ->> 'game')::bigint
                        AND own.wish = facts ->> 'wish' AND seat.user_id = %(me)s
                        AND own.at > %(votes_since)s
                ))
            ) AND NOT (
                kind = ANY(%(at_seats)s) AND NOT EXISTS (
                    SELECT FROM games_seat AS seat JOIN games_game AS game ON game.id = game_id
                    WHERE game_id = (facts ->> 'game')::bigint AND CASE kind
                        WHEN 'chat' THEN seat.user_id = %(me)s AND chat_read < chat_length
                            AND chat_read <= coalesce((facts ->> 'after')::int, chat_read)
                        ELSE kept_for_id = %(me)s AND game.state = 'open'
                            AND coalesce(kept_by_id = (facts ->> 'person')::bigint, true)
                    END
                )
            ) AND NOT (
                kind = 'invitation' AND (
                    SELECT game.state FROM games_invitation AS asked
                    JOIN games_game AS game ON game.id = game_id
                    WHERE asked.id = (facts ->> 'invitation')::bigint
                        AND accepted_by_id IS NULL AND expires_at > %(now)s
                ) IS DISTINCT FROM 'open'
            ) AND NOT (
                kind = 'friend_asked' AND NOT EXISTS (
                    SELECT FROM games_friendship
                    WHERE asker_id = (facts ->> 'person')::bigint AND asked_id = %(me)s
                        AND accepted_at IS NULL AND declined_at IS NULL
                )
            )
            ORDER BY notice.id DESC LIMIT %(most)s
        ) AS fresh
    ),
    (
        SELECT since FROM accounts_suppression
        WHERE address = lower(%(address)s) AND reason = %(bounced)s
    ),
    EXISTS (
        SELECT FROM accounts_suppression
        WHERE address = lower(%(address)s) AND reason = %(asked)s
    )
"""


class Masthead(NamedTuple):
    """Hands to answer, unread in-app notices (at most `MAX_UNREAD`), since when the person's
    address has been bouncing, if it has, and whether they asked us never to write to it.
    """

    due: int
    unread: int
    unreached: datetime | None
    all_stopped: bool

    @property
    def unread_words(self) -> str:
        """The number beside the bell."""
        return str(self.unread) if self.unread < MAX_UNREAD else f"{MAX_UNREAD - 1}+"


def masthead(user: User) -> Masthead:
    now = database_clock.now()
    values: dict[str, Any] = {
        "me": user.pk,
        "asking": list(KINDS_THAT_ASK),
        "at_seats": ["seat_kept", "rematch", "chat"],
        "most": MAX_UNREAD,
        "now": now,
        "votes_since": now - Vote.LASTS,
        "address": user.email or "",
        "bounced": bounces.BOUNCED,
        "asked": unasked_letters.ASKED,
    }
    with connection.cursor() as cursor:
        cursor.execute(HEAD, values)
        found = cursor.fetchone()
    return Masthead(*found)
