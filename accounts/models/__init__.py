"""People, what they wish to be told, and the outbox of notices."""

from accounts.models.channels import Feed, PushDevice, Webhook
from accounts.models.keeping import Canary, MailboxLetter
from accounts.models.keys import ApiKey
from accounts.models.moderating import ModerationEntry, Remark
from accounts.models.networks import Sighting
from accounts.models.notices import Bounce, Choice, Notice, Suppression, new_message_id
from accounts.models.outages import Heartbeat, Outage, WrongClock
from accounts.models.people import User, UserManager, Vacation, check_zone

__all__ = [
    "ApiKey",
    "Bounce",
    "Canary",
    "Choice",
    "Feed",
    "Heartbeat",
    "MailboxLetter",
    "ModerationEntry",
    "Notice",
    "Outage",
    "PushDevice",
    "Remark",
    "Sighting",
    "Suppression",
    "User",
    "UserManager",
    "Vacation",
    "Webhook",
    "WrongClock",
    "check_zone",
    "new_message_id",
]
