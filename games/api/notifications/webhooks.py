"""The caller's webhooks."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Notice, Webhook
from accounts.notifications import quiet_hours, status_text, webhooks
from accounts.security import safe_http
from accounts.security.shuffled_numbers import shown
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Pick, Strict, Text
from games.api.schema.description import ID, operation
from games.refusals import Refused

MAX_DELIVERIES = 50  # deliveries listed
WHICH_DELIVERY = OpenApiParameter(
    "delivery",
    {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    OpenApiParameter.PATH,
    description="The `id` of what was sent.",
)


class HookIn(Strict):
    """A webhook to add: its URL and format."""

    url = Text(
        max_length=safe_http.MAX_URL_LENGTH,
        shape={"format": "uri", "pattern": "^https://"},
        help_text="https only, on a public host.",
    )
    format = Pick(
        Webhook.Format.choices,
        default=Webhook.Format.TIDEWEB,
        help_text="Your own program, or a chat service that shows what it is sent.",
    )


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

    id = serializers.IntegerField(help_text="Its own, in no order.")
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


HOOK = {
    "id": 3,
    "host": "example.org",
    "format": "tideweb",
    "created_at": "2026-11-20T18:42:00Z",
    "last_ok_at": None,
    "last_error": "",
    "disabled_at": None,
}
DELIVERY = {
    "id": 4711,
    "message": "5f0c7d1be8a94f6c9d1be8a94f6c7d1b",
    "kind": "your_move",
    "state": "sent",
    "reason": "",
    "attempts": 1,
    "created_at": "2026-11-20T18:42:00Z",
    "finished_at": "2026-11-20T18:42:01Z",
}


class HooksView(BaseApiView):
    @operation(
        "webhooks",
        HooksOut,
        says="Your webhooks, which are called for every notice",
        example={"webhooks": [HOOK]},
    )
    def get(self, request: Request) -> Response:
        return Response({"webhooks": [_hook(each) for each in webhooks.of(person(request))]})

    @operation(
        "add_webhook",
        NewHookOut,
        scope="account",
        makes=True,
        says="Add a webhook; its secret is shown only once",
        status=201,
        takes=HookIn,
        refusals=["bad_hook", "too_many_hooks"],
        given={"url": "https://example.org/tideweb", "format": "tideweb"},
        example={**HOOK, "secret": "whsec_…"},
    )
    def post(self, request: Request) -> Response:
        wish = parsed(HookIn, request)
        hook, secret = webhooks.add(person(request), wish["url"], wish["format"])
        return Response({**_hook(hook), "secret": secret}, 201)


class HookView(BaseApiView):
    @operation(
        "remove_webhook",
        None,
        scope="account",
        says="Delete a webhook",
        parameters=[ID],
        refusals=["no_hook"],
    )
    def delete(self, request: Request, number: int) -> None:
        if not webhooks.remove(person(request), number):
            raise Refused("no_hook")


class PingView(BaseApiView):
    @operation(
        "ping_webhook",
        None,
        scope="account",
        says="Send a test ping, and re-enable the webhook if it was disabled",
        parameters=[ID],
        refusals=["no_hook"],
    )
    def post(self, request: Request, number: int) -> None:
        if not webhooks.ping(person(request), number):
            raise Refused("no_hook")


class DeliveriesView(BaseApiView):
    @operation(
        "webhook_deliveries",
        DeliveriesOut,
        says="Recent deliveries to a webhook with their status, newest first",
        parameters=[ID],
        refusals=["no_hook"],
        example={"deliveries": [DELIVERY]},
    )
    def get(self, request: Request, number: int) -> Response:
        found = webhooks.deliveries(person(request), number)
        if found is None:
            raise Refused("no_hook")
        with quiet_hours.at_home(person(request)):
            deliveries = [_delivery(each) for each in found[:MAX_DELIVERIES]]
        return Response({"deliveries": deliveries})


class SendAgainView(BaseApiView):
    @operation(
        "send_delivery_again",
        None,
        scope="account",
        says="Repeat a delivery with the same id",
        parameters=[ID, WHICH_DELIVERY],
        refusals=["no_hook", "no_delivery", "hook_off"],
    )
    def post(self, request: Request, number: int, delivery: int) -> None:
        user = person(request)
        if not webhooks.send_again(user, number, delivery):
            theirs = webhooks.deliveries(user, number) is not None
            raise Refused("no_delivery" if theirs else "no_hook")


def _delivery(notice: Notice) -> dict[str, Any]:
    return {
        "id": shown(notice.pk),
        "message": notice.message_id,
        "kind": notice.kind,
        "state": notice.state,
        "reason": status_text.reason(notice),
        "attempts": notice.attempts,
        "created_at": notice.created_at,
        "finished_at": notice.finished_at,
    }


def _hook(hook: Webhook) -> dict[str, Any]:
    return {
        "id": hook.pk,
        "host": hook.host,
        "format": hook.format,
        "created_at": hook.created_at,
        "last_ok_at": hook.last_ok_at,
        "last_error": hook.last_error,
        "disabled_at": hook.disabled_at,
    }
