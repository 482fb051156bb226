"""Response shapes for notices, preferences and webhooks."""

from typing import Any

from rest_framework import serializers

from accounts.models import Notice, User, Webhook


class WaysOut(serializers.Serializer[Any]):
    """The channels on which you get a kind of notice."""

    mail = serializers.BooleanField()
    site = serializers.BooleanField()
    push = serializers.BooleanField()
    hook = serializers.BooleanField()


class NoticePreferencesOut(serializers.Serializer[Any]):
    """Your notification preferences."""

    channels = serializers.DictField(child=WaysOut(), help_text="Keyed by kind of notice.")
    remind_hours = serializers.IntegerField(allow_null=True)
    digest = serializers.ChoiceField(User.Digest.choices)
    digest_hour = serializers.IntegerField()


class NoticeOut(serializers.Serializer[Any]):
    """A notice; it never contains a card or a bid."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    channel = serializers.CharField(help_text="How it is delivered; `site`: only in-app.")
    shown = serializers.BooleanField(help_text="Whether it also appears in-app.")
    title = serializers.CharField()
    text = serializers.CharField()
    url = serializers.CharField(allow_null=True)
    true = serializers.BooleanField(help_text="Whether it still holds.")
    state = serializers.ChoiceField(Notice.State.choices)
    reason = serializers.CharField(help_text="The reason for this status, in words.")
    created_at = serializers.DateTimeField()
    send_after = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class NoticesOut(serializers.Serializer[Any]):
    """A page of notices, newest first."""

    notices = NoticeOut(many=True)
    unread = serializers.IntegerField(help_text="Unread in-app notices.")


class HookOut(serializers.Serializer[Any]):
    """A webhook, and how its last delivery went."""

    id = serializers.IntegerField()
    host = serializers.CharField()
    format = serializers.ChoiceField(Webhook.Format.choices)
    created_at = serializers.DateTimeField()
    last_ok_at = serializers.DateTimeField(allow_null=True)
    last_error = serializers.CharField(help_text="Empty if there was none.")
    disabled_at = serializers.DateTimeField(allow_null=True, help_text="A ping enables it again.")


class DeliveryOut(serializers.Serializer[Any]):
    """A delivery to a webhook, past or pending."""

    id = serializers.IntegerField()
    message = serializers.CharField(help_text="The `webhook-id`, the same for every attempt.")
    kind = serializers.CharField()
    state = serializers.ChoiceField(Notice.State.choices)
    reason = serializers.CharField(help_text="The reason for this status, in words.")
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class DeliveriesOut(serializers.Serializer[Any]):
    """Deliveries to a webhook, newest first."""

    deliveries = DeliveryOut(many=True)


class NewHookOut(HookOut):
    """A new webhook with its secret, which is shown only once."""

    secret = serializers.CharField()


class HooksOut(serializers.Serializer[Any]):
    """Your webhooks."""

    webhooks = HookOut(many=True)
