"""What opened somebody's account to whoever copied the database lies there in clear no more.

Keys of sessions become digests, what sessions know is sealed, and so are the secrets of second
factors; of addresses the first part is kept.  Nobody is signed out by it, since the cookies hold
what the digests are of; going back signs everybody out.
"""

import base64
import hashlib
import ipaddress

from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations
from django.utils import timezone

from accounts.encryption import seal, unseal

BATCH = 500
FACTOR = "second factor"


def shut(apps, schema_editor):
    sessions = apps.get_model("sessions", "Session").objects
    sessions.filter(expire_date__lt=timezone.now()).delete()
    for old in list(sessions.order_by("pk").values_list("pk", flat=True)):
        _shut_session(sessions, sessions.get(pk=old))
    for row in apps.get_model("usersessions", "UserSession").objects.all().iterator(BATCH):
        row.session_key, row.ip = _digest(row.session_key), _first_part(row.ip)
        row.save(update_fields=["session_key", "ip"])
    _each_secret(apps, lambda text: seal(text, FACTOR).hex())


def _shut_session(sessions, old):
    key = _digest(old.session_key)
    try:
        data = signing.loads(
            old.session_data,
            salt="django.contrib.sessions.SessionStore",
            serializer=JSONSerializer,
        )
    except signing.BadSignature:
        data = None
    if data is not None:
        sealed = base64.b64encode(seal(data, f"session:{key}")).decode()
        sessions.create(session_key=key, session_data=sealed, expire_date=old.expire_date)
    old.delete()


def _digest(secret):
    return hashlib.sha256(secret.encode()).hexdigest()[:40]


def _first_part(address):
    ip = ipaddress.ip_address(address)
    return str(ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False)[0])


def open_again(apps, schema_editor):
    apps.get_model("sessions", "Session").objects.all().delete()
    apps.get_model("usersessions", "UserSession").objects.all().delete()
    _each_secret(apps, lambda text: unseal(bytes.fromhex(text), FACTOR))


def _each_secret(apps, change):
    for factor in apps.get_model("mfa", "Authenticator").objects.all().iterator(BATCH):
        for name in ("secret", "seed"):
            if name in factor.data:
                factor.data[name] = change(factor.data[name])
        if "migrated_codes" in factor.data:
            factor.data["migrated_codes"] = [change(code) for code in factor.data["migrated_codes"]]
        factor.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_remarks"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(shut, open_again)]
