"""The door for mail, made known to whoever opens it: the listener, the clocks, the webhooks."""

from anymail.signals import inbound

from accounts import incoming
from games.mail.inbound import webhooks, working
from games.mail.inbound.house import House
from games.mail.inbound.taking import Replies
from games.services import play


def register_door() -> None:
    """Called once, when the apps are loaded."""
    incoming.register(Replies())
    incoming.register(House())
    play.READ_FIRST.append(working.read_for_hand)
    inbound.connect(webhooks.on_inbound, dispatch_uid="games.mail.inbound")
