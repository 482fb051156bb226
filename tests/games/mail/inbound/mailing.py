"""People who answer our letters by mail, and what becomes of it."""

from email.message import EmailMessage
from itertools import count

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice, User
from games.mail.inbound import intake, process
from games.models import Game, InboundMail
from games.services.mail import loaded_mails
from games.services.mail.reply_addresses import reply_address_for
from tests.games.mail.cheap_headers import CHEAP
from tests.games.making import hand_of

NUMBERS = count(1)
VOUCHED = "Authentication-Results"
OURS = "mx.example.org"
NEWEST = f"""
    SELECT {loaded_mails.MAIL.of("mail")} FROM games_inboundmail AS mail ORDER BY id DESC LIMIT 1
"""
PASSED = f"{OURS}; dmarc=pass (p=none) header.from=example.org"


def a_reply(user: User, body: str, **headers: str) -> EmailMessage:
    """What a mail program sends when somebody answers with these words."""
    mail = EmailMessage(CHEAP)
    mail["From"] = headers.pop("sender", f"{user.name} <{user.email}>")
    mail["Subject"] = "Re: Turn the Tide"
    mail["Message-ID"] = headers.pop("message_id", f"<{next(NUMBERS)}@client.example>")
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(body)
    return mail


def stored(address: str, mail: EmailMessage | bytes, origin: str = inbound_routes.SMTP) -> None:
    """Hands a mail over as the listener does; nobody has read it yet."""
    raw = mail if isinstance(mail, bytes) else mail.as_bytes()
    intake.Replies().take(Arrival(raw, address, "somebody@client.example", origin))


def arrive(
    game: Game,
    user: User,
    mail: EmailMessage | bytes,
    *,
    origin: str = inbound_routes.SMTP,
    to: str = "",
) -> InboundMail:
    """The same, for the hand that is open."""
    _send(game, user, mail, origin, to)
    return newest()


def _send(
    game: Game,
    user: User,
    mail: EmailMessage | bytes,
    origin: str = inbound_routes.SMTP,
    to: str = "",
) -> None:
    address = to or reply_address_for(user, hand_of(game))
    assert intake.Replies().knows(address)
    stored(address, mail, origin)


def write(game: Game, user: User, body: str, **headers: str) -> InboundMail:
    """The same, and read."""
    _send(game, user, a_reply(user, body, **headers))
    process.read_all()
    return newest()


def newest() -> InboundMail:
    """The mail that came last; read without building a statement, since hundreds ask for it."""
    (mail,) = loaded_mails.MAIL.fetch(NEWEST, {})
    return mail


def letters_to(user: User) -> list[str]:
    """The kinds of the letters that answer this person's mails, oldest first."""
    sent = Notice.objects.filter(recipient=user, kind__startswith="mail_").order_by("pk")
    return list(sent.values_list("kind", flat=True))
