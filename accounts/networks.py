"""Whether two people sign in from one network, without keeping where that is.

An address is cut to its neighbourhood (/24 of IPv4, /48 of IPv6) and hashed with a key of the
server, so that a copy of the database tells no address; whoever has the key could try all of
them, which is why it is kept for ninety days only.
"""

import ipaddress
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Sighting, User

KEPT_FOR = timedelta(days=90)


def fingerprint(address: str) -> str:
    """Of the neighbourhood of an IP address.  Raises `ValueError` for what is none."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    size = 24 if ip.version == 4 else 48
    around = ipaddress.ip_network(f"{ip}/{size}", strict=False)
    return salted_hmac("accounts.network", str(around), algorithm="sha256").hexdigest()


@receiver(user_logged_in)
def note(sender: Any, request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Notes from where somebody signed in; without an address nothing."""
    try:
        network = fingerprint(get_adapter(request).get_client_ip(request))
    except (ValueError, PermissionDenied):
        return
    now = timezone.now()
    sighting, made = Sighting.objects.get_or_create(user=user, network=network)
    if not made:
        Sighting.objects.filter(pk=sighting.pk).update(times=F("times") + 1, last_at=now)


def purge() -> int:
    """Forgets what is older than ninety days; returns how many."""
    old = Sighting.objects.filter(last_at__lt=timezone.now() - KEPT_FOR)
    gone, _by_model = old.delete()
    return gone


def sharing(user: User, most: int = 20) -> list[dict[str, Any]]:
    """Who else was seen in this person's networks: the person, how often, and in a network of how
    many people; the smallest networks first, since those of a town's provider say little."""
    found: dict[int, dict[str, Any]] = {}
    for own in user.sightings.all()[:50]:
        others = Sighting.objects.filter(network=own.network).exclude(user=user)
        size = others.count() + 1
        for other in others.select_related("user")[:most]:
            row = {"person": other.user, "times": other.times, "size": size, "at": other.last_at}
            if other.user_id not in found or size < found[other.user_id]["size"]:
                found[other.user_id] = row
    return sorted(found.values(), key=lambda row: row["size"])[:most]
