"""Whether two people sign in from one network, and from where oneself is signed in; no addresses.

An address is cut to its neighbourhood (/24 of IPv4, /48 of IPv6).  That much is kept for whoever
looks where they are signed in.  For comparing it is hashed with a key of the server; whoever has
the key could try all of them.  Both are kept for ninety days only.
"""

import ipaddress
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Sighting, User

KEPT_FOR = timedelta(days=90)
NOWHERE = "0.0.0.0"  # noqa: S104 – an address of nobody, not one to listen at


def around(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """The neighbourhood of an IP address.  Raises `ValueError` for what is none."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False)


def fingerprint(address: str) -> str:
    """Of the neighbourhood of an IP address.  Raises `ValueError` for what is none."""
    near = str(around(address))
    return salted_hmac("accounts.network", near, algorithm="sha256").hexdigest()


@receiver(pre_save, sender=UserSession)
def keep_first_part(sender: Any, instance: UserSession, **_kwargs: Any) -> None:
    """Of the address that somebody signed in from; the library would keep all of it."""
    instance.ip = str(around(instance.ip).network_address)


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
    """Forgets what is older than ninety days; returns how many.  Who is signed in for longer stays
    so, from nowhere."""
    before = timezone.now() - KEPT_FOR
    gone: int = Sighting.objects.filter(last_at__lt=before).delete()[0]
    known = UserSession.objects.filter(created_at__lt=before).exclude(ip=NOWHERE)
    return gone + int(known.update(ip=NOWHERE))


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
