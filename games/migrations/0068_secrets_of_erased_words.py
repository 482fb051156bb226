"""Takes the secret out of records in which words were erased: with it these could be guessed.

The code of before writes it into those that it changes until it is gone; nobody else does.
"""

import hashlib
import json

from django.db import migrations

BATCH = 100


def withhold(apps, schema_editor):
    records = apps.get_model("games", "Record").objects.filter(data__entropies__contains=[None])
    for record in records.order_by("pk").select_for_update().iterator(BATCH):
        record.data["secret"] = None
        record.data["checksum"] = _checksum(record.data)
        record.save(update_fields=["data"])


def _checksum(data):
    """As docs/fairness.md, section 5, has it."""
    rest = {name: value for name, value in data.items() if name != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("games", "0067_void_receipts")]

    operations = [migrations.RunPython(withhold, migrations.RunPython.noop)]
