"""The links that open a table: the one its maker passes on, and those in our letters."""

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.operation import database_clock
from games.models import Game, Invitation

SALT = "games.invitation"
MAIL_SALT = "games.mail.confirm"
ANSWER_SALT = "games.answer"


def link_token(game: Game) -> str:
    """The token of a table's invitation link, until the table gets a new one."""
    return salted_hmac(
        "games.link", f"{game.code}:{game.link_secret}", algorithm="sha256"
    ).hexdigest()[:32]


def letter_token(invitation: Invitation) -> str:
    """The token of the link in one invitation's letter."""
    return signing.dumps(invitation.pk, salt=SALT)


def good_link(game: Game, token: str) -> bool:
    """Whether a token opens this table: that of its link, or of a letter that has not expired."""
    if constant_time_compare(token, link_token(game)):
        return True
    return invitation(game, token) is not None


def invitation(game: Game, token: str) -> Invitation | None:
    """The invitation whose letter has this token, if it is valid for this game now."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return game.invitations.filter(pk=pk, expires_at__gt=database_clock.now()).first()


def confirm_token(mail_id: int) -> str:
    """The token of the link that confirms a held mail; the same in every retry."""
    return signing.Signer(salt=MAIL_SALT).sign_object(mail_id)


def mail_of(token: str) -> int | None:
    """The id of the held mail of a link; None for a forged token."""
    try:
        pk = signing.Signer(salt=MAIL_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return pk if isinstance(pk, int) else None


def answer_token(address_id: int) -> str:
    """The token of the link that answers a letter's hand; the same in every retry.

    It permits as much as the reply address in the same letter: for one person and one hand, until
    that is resolved or the address is revoked.
    """
    return signing.Signer(salt=ANSWER_SALT).sign_object(address_id)


def address_of(token: str) -> int | None:
    """The id of the reply address of such a link; None for a forged token."""
    try:
        pk = signing.Signer(salt=ANSWER_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return pk if isinstance(pk, int) else None
