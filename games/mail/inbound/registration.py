"""Registers who takes which mail, and what reads it."""

from anymail.signals import inbound

from accounts.email import inbound_routes
from games.mail.inbound import process, webhooks
from games.mail.inbound.house_mail import House
from games.mail.inbound.intake import Replies
from games.mail.inbound.invited import Invited
from games.services.hands import resolving


def register_routes() -> None:
    """Called once, when the apps are loaded."""
    inbound_routes.register(Replies())
    inbound_routes.register(Invited())
    inbound_routes.register(House())
    resolving.BEFORE_EXPIRY.append(process.read_for_hand)
    inbound.connect(webhooks.on_inbound, dispatch_uid="games.mail.inbound")
