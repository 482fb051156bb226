"""What the API answers about notices and the ways they go: the shapes, for the schema."""

from typing import Any

from rest_framework import serializers

from accounts.models import Notice, User, Webhook


class WaysOut(serializers.Serializer[Any]):
    """By which ways a kind of notice goes out, if there is such a way."""

    mail = serializers.BooleanField()
    site = serializers.BooleanField()
    push = serializers.BooleanField()
    hook = serializers.BooleanField()


class NoticePreferencesOut(serializers.Serializer[Any]):
    """What I am told, by which ways, and when."""

    channels = serializers.DictField(child=WaysOut(), help_text="By kind of notice.")
    remind_hours = serializers.IntegerField(allow_null=True)
    digest = serializers.ChoiceField(User.Digest.choices)
    digest_hour = serializers.IntegerField()


class NoticeOut(serializers.Serializer[Any]):
    """One thing to tell; no card and no bid stands in it."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    channel = serializers.CharField(help_text="By which way it goes; site: by none besides.")
    shown = serializers.BooleanField(help_text="Whether it stands behind the bell, too.")
    title = serializers.CharField()
    text = serializers.CharField()
    url = serializers.CharField(allow_null=True)
    true = serializers.BooleanField(help_text="Whether it is so still.")
    state = serializers.ChoiceField(Notice.State.choices)
    reason = serializers.CharField(help_text="Why it stands so, in words.")
    created_at = serializers.DateTimeField()
    send_after = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class NoticesOut(serializers.Serializer[Any]):
    """Some notices, newest first."""

    notices = NoticeOut(many=True)
    unread = serializers.IntegerField(help_text="Of those behind the bell.")


class HookOut(serializers.Serializer[Any]):
    """A program that is called."""

    id = serializers.IntegerField()
    host = serializers.CharField()
    format = serializers.ChoiceField(Webhook.Format.choices)
    created_at = serializers.DateTimeField()
    last_ok_at = serializers.DateTimeField(allow_null=True)
    last_error = serializers.CharField(help_text="Empty if all is well.")
    disabled_at = serializers.DateTimeField(allow_null=True, help_text="A ping puts it on again.")


class DeliveryOut(serializers.Serializer[Any]):
    """Something that a webhook was, or is to be, sent."""

    id = serializers.IntegerField()
    message = serializers.CharField(help_text="The `webhook-id`: the same whenever it is sent.")
    kind = serializers.CharField()
    state = serializers.ChoiceField(Notice.State.choices)
    reason = serializers.CharField(help_text="Why it stands so, in words.")
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class DeliveriesOut(serializers.Serializer[Any]):
    """What one was sent, newest first."""

    deliveries = DeliveryOut(many=True)


class NewHookOut(HookOut):
    """The same with its secret, this once."""

    secret = serializers.CharField()


class HooksOut(serializers.Serializer[Any]):
    """All of mine."""

    webhooks = HookOut(many=True)
