"""The links that open a table: the one its maker passes on, and those in our letters."""

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.operation import database_clock
from games.models import Game, InboundMail, Invitation, ReplyAddress

SALT = "games.invitation"
MAIL_SALT = "games.mail.confirm"
ANSWER_SALT = "games.answer"
NAME = 32  # hexadecimal digits of a digest, enough to find its row
Lookup = dict[str, str | int]


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


def confirm_token(mail: InboundMail) -> str:
    """The token of the link that confirms a held mail; the same in every retry."""
    row = mail.address.digest[:NAME] + mail.identity[:NAME]
    return _signed(MAIL_SALT, row + _mailbox_of(mail))


def mail_of(token: str) -> Lookup | None:
    """The held mail of a link, as a lookup; None for a forged token."""
    columns = "address__digest__startswith", "identity__startswith"
    return _meant(MAIL_SALT, token, *columns, more=1)


def was_sent_elsewhere(token: str, mail: InboundMail) -> bool:
    """Whether the link of a held mail went to an address that its person has changed since. The
    links of 0.3.0 don't tell."""
    mailbox = token.partition(":")[0][2 * NAME :]
    return bool(mailbox) and not constant_time_compare(mailbox, _mailbox_of(mail))


def _mailbox_of(mail: InboundMail) -> str:
    email = (mail.address.user.email or "").lower()
    return salted_hmac(MAIL_SALT, email, algorithm="sha256").hexdigest()[:NAME]


def answer_token(address: ReplyAddress) -> str:
    """The token of the link that answers a letter's hand; the same in every retry.

    It permits as much as the reply address in the same letter: for one person and one hand, until
    that is resolved or the address is revoked.
    """
    return _signed(ANSWER_SALT, address.digest[:NAME])


def address_of(token: str) -> Lookup | None:
    """The reply address of such a link, as a lookup; None for a forged token."""
    return _meant(ANSWER_SALT, token, "digest__startswith")


def _signed(salt: str, digests: str) -> str:
    """Rows are named by their digests: a number would tell how many others there are."""
    return signing.Signer(salt=salt).sign(digests)


def _meant(salt: str, token: str, *columns: str, more: int = 0) -> Lookup | None:
    signer = signing.Signer(salt=salt)
    try:
        named = signer.unsign(token)
        if len(named) != NAME * (len(columns) + more):  # a number, as in the links of 0.3.0
            return {"pk": int(signer.unsign_object(token))}
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return {column: named[n * NAME :][:NAME] for n, column in enumerate(columns)}
