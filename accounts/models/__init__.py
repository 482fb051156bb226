"""People, their notification preferences, and the outbox of notices."""

from accounts.models.api_keys import ApiKey
from accounts.models.audit_log import ModerationEntry, Remark
from accounts.models.channels import Feed, PushDevice, Webhook
from accounts.models.former_guests import FormerGuest
from accounts.models.heartbeats import Heartbeat, Outage, WrongClock
from accounts.models.network_fingerprints import Sighting
from accounts.models.notices import (
    Bounce,
    Choice,
    Notice,
    Suppression,
    new_message_id,
    next_message_id,
)
from accounts.models.people import User, UserManager, Vacation, check_zone
from accounts.models.programs import Program
from accounts.models.sealed_storage import Canary, MailboxLetter
from accounts.models.unasked_letters import UnaskedLetter

__all__ = [
    "ApiKey",
    "Bounce",
    "Canary",
    "Choice",
    "Feed",
    "FormerGuest",
    "Heartbeat",
    "MailboxLetter",
    "ModerationEntry",
    "Notice",
    "Outage",
    "Program",
    "PushDevice",
    "Remark",
    "Sighting",
    "Suppression",
    "UnaskedLetter",
    "User",
    "UserManager",
    "Vacation",
    "Webhook",
    "WrongClock",
    "check_zone",
    "new_message_id",
    "next_message_id",
]
