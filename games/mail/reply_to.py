"""Where replies to letters that ask nothing go."""

from collections.abc import Sequence

from accounts.models import Notice
from accounts.notifications import prefetch
from games.mail.letter_view import view_of
from games.models import Game, Invitation, ReplyAddress
from games.services.mail import reply_addresses

UNANSWERED = ("mail_held", "mail_house")  # replies don't go to us, or to their own address


def back_to(notice: Notice) -> str:
    """The reply address of a letter that asks nothing: that of its table, or the reader's own."""
    found: str = prefetch.found("table reply", notice)
    return found


def _addresses(notices: Sequence[Notice]) -> list[str]:
    games = [_about(notice) for notice in notices]
    pairs = [
        (notice.recipient_id, game) if game and notice.recipient_id else None
        for notice, game in zip(notices, games, strict=True)
    ]
    rows: dict[tuple[int, int], ReplyAddress] = {}
    if asked := [pair for pair in pairs if pair]:
        rows = reply_addresses.addresses_of_tables(asked)
    others = [n for n, pair in zip(notices, pairs, strict=True) if not pair and _is_answered(n)]
    own = reply_addresses.addresses_of_people({notice.recipient_id or 0 for notice in others})
    by_notice = {notice.pk: own[notice.recipient_id or 0] for notice in others}
    found = [
        rows[pair] if pair else by_notice.get(notice.pk)
        for notice, pair in zip(notices, pairs, strict=True)
    ]
    return [reply_addresses.address_of(row) if row else "" for row in found]


def _is_answered(notice: Notice) -> bool:
    """Whether a letter about no table can be answered, at its reader's own address."""
    user = notice.recipient
    member = user is not None and not user.is_guest and user.email is not None
    return member and notice.kind not in UNANSWERED


prefetch.register("table reply", _addresses)


def _about(notice: Notice) -> int | None:
    """The id of the notice's game, if its reader plays there or is invited."""
    if notice.recipient is None:
        return None
    if "invitation" in notice.facts:
        rows = Invitation.objects.filter(pk=notice.facts["invitation"])
        return rows.values_list("game", flat=True).first()
    game: int | None = notice.facts.get("game")
    if game is None or view_of(notice) is not None:
        return game
    kept = Game.objects.filter(pk=game, seats__kept_for=notice.recipient)
    return game if kept.exists() else None
