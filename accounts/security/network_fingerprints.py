"""Whether two people share a network, and where a session comes from, without full IP addresses.

An address is cut to its subnet (IPv4 /24, IPv6 /48). The subnet is stored with a session, to show
people where they are signed in. For comparisons it is hashed with a server key; whoever has that
key could try all subnets. Both are kept for ninety days only.
"""

import ipaddress
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models import Count, F, Window
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Sighting, User

KEPT_FOR = timedelta(days=90)
MAX_NETWORKS = 50  # of one person that are compared
NOWHERE = "0.0.0.0"  # noqa: S104 – an address of nobody, not one to listen at


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An IP address. Raises `ValueError` if it is malformed.

    Where a server listens at `::`, IPv4 addresses arrive as IPv6, all of them in one network.
    """
    ip = ipaddress.ip_address(address)
    return getattr(ip, "ipv4_mapped", None) or ip


def around(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """The subnet of an IP address. Raises `ValueError` if it is malformed."""
    ip = parsed(address)
    return ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False)


def fingerprint(address: str) -> str:
    """The keyed hash of the subnet of an IP address. Raises `ValueError` if it is malformed."""
    near = str(around(address))
    return salted_hmac("accounts.network", near, algorithm="sha256").hexdigest()


@receiver(pre_save, sender=UserSession)
def keep_first_part(sender: Any, instance: UserSession, **_kwargs: Any) -> None:
    """Cuts a session's address to its subnet; allauth would store the full address."""
    instance.ip = str(around(instance.ip).network_address)


@receiver(user_logged_in)
def note(sender: Any, request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Records the network of a sign-in; does nothing if the address is unknown."""
    try:
        network = fingerprint(get_adapter(request).get_client_ip(request))
    except (ValueError, PermissionDenied):
        return
    now = timezone.now()
    sighting, made = Sighting.objects.get_or_create(user=user, network=network)
    if not made:
        Sighting.objects.filter(pk=sighting.pk).update(times=F("times") + 1, last_at=now)


def purge() -> int:
    """Deletes fingerprints older than ninety days; returns how many. Older sessions stay valid, but
    their subnet is erased.
    """
    before = timezone.now() - KEPT_FOR
    gone: int = Sighting.objects.filter(last_at__lt=before).delete()[0]
    known = UserSession.objects.filter(created_at__lt=before).exclude(ip=NOWHERE)
    return gone + int(known.update(ip=NOWHERE))


def sharing(user: User, most: int = 20) -> list[dict[str, Any]]:
    """People seen in the same networks, with how often and how many people share the network.

    The smallest networks come first, since that of a big provider says little.
    """
    own = user.sightings.values("network")[:MAX_NETWORKS]
    others = Sighting.objects.filter(network__in=own).exclude(user=user).select_related("user")
    counted = others.annotate(beside=Window(Count("pk"), partition_by="network"))
    found: dict[int, dict[str, Any]] = {}
    # Nobody is seen more often than there are networks, so these are at least so many people.
    for other in counted.order_by("beside", "pk")[: most * MAX_NETWORKS]:
        row = {"person": other.user, "times": other.times, "at": other.last_at}
        found.setdefault(other.user_id, {**row, "size": other.beside + 1})
    return list(found.values())[:most]
