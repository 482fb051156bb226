"""What staff write about people stands beside the log, sealed, so that it can be taken away.

The chain covers a salted digest of it, so it is made anew here, and ends with an entry that says
what its last digest was before: whoever kept that one still finds it.
"""

import hashlib
import json
import secrets
from datetime import UTC

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

from accounts.encryption import seal, unseal

BATCH = 500
GUARD = "ALTER TABLE accounts_moderationentry {} TRIGGER moderation_append_only"
COLUMNS = ("number", "command", "about", "reason", "facts", "previous")


def take_words_out(apps, schema_editor):
    remarks = apps.get_model("accounts", "Remark").objects

    def taken_out(entry):
        if entry.text:
            salt = secrets.token_hex(16)
            sealed = seal([salt, entry.text], f"remark:{entry.number}")
            remarks.create(entry=entry, sealed=sealed)
            entry.mark = hashlib.sha256(f"{salt}\n{entry.text}".encode()).hexdigest()
        return {"mark": entry.mark}

    _rechain(apps, schema_editor, taken_out)


def put_words_back(apps, schema_editor):
    remarks = apps.get_model("accounts", "Remark").objects

    def put_back(entry):
        remark = remarks.filter(pk=entry.pk).first()
        if remark is not None:
            entry.text = unseal(remark.sealed, f"remark:{entry.number}")[1]
        return {"text": entry.text}

    _rechain(apps, schema_editor, put_back)


def _rechain(apps, schema_editor, words_of):
    """Every entry with its new digest; `words_of` changes one and says what the digest covers."""
    model = apps.get_model("accounts", "ModerationEntry")
    last = model.objects.order_by("-number").first()
    if last is None:
        return
    formerly, previous = last.digest, ""
    schema_editor.execute(GUARD.format("DISABLE"))
    for entry in model.objects.order_by("number").iterator(BATCH):
        entry.previous = previous
        entry.digest = previous = _digest(entry, words_of(entry))
        entry.save(update_fields=["text", "mark", "previous", "digest"])
    schema_editor.execute(GUARD.format("ENABLE"))
    end = model(
        number=last.number + 1,
        at=timezone.now(),
        command="rechained",
        about="log",
        facts={"formerly": formerly},
        previous=previous,
    )
    end.digest = _digest(end, words_of(end))
    end.save()


def _digest(entry, words):
    said = {name: getattr(entry, name) for name in COLUMNS} | words
    said |= {"at": entry.at.astimezone(UTC).isoformat(), "actor": entry.actor_id}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_answered_at")]

    operations = [
        migrations.CreateModel(
            "Remark",
            [
                (
                    "entry",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        primary_key=True,
                        serialize=False,
                        to="accounts.moderationentry",
                    ),
                ),
                ("sealed", models.BinaryField(editable=False)),
            ],
        ),
        migrations.AddField(
            "moderationentry",
            "mark",
            models.CharField(
                blank=True,
                default="",
                help_text="Of the remark: its salted SHA-256, which stays when the words go.",
                max_length=64,
            ),
        ),
        migrations.RunPython(take_words_out, put_words_back),
        migrations.RemoveField("moderationentry", "text"),
    ]
