"""Response shapes of errors; `games.api.problems` produces the values."""

from typing import Any

from rest_framework import serializers

from games.api.schema.fields import Numbers, Words


class ProblemOut(serializers.Serializer[Any]):
    """A problem (RFC 9457) with a `code` for programs; some codes add hints."""

    type = serializers.URLField(help_text="URL of an explanation of the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField(help_text="Stable, for programs.")
    open = serializers.IntegerField(required=False, help_text="The number of the open hand.")
    legal = Words(required=False, help_text="Your legal answers.")
    awaiting = Numbers(required=False, help_text="The seats that have to answer.")
    replaces = serializers.IntegerField(
        required=False, help_text="How many answers you have given."
    )
    known = Words(required=False, help_text="Valid names, such as fields.")
    unknown = Words(required=False, help_text="Unknown fields.")
    most = serializers.IntegerField(required=False, help_text="The limit.")
    reason = serializers.CharField(required=False, help_text="The reason, as a code.")
    line = serializers.IntegerField(required=False, help_text="In a plan or body, from 1.")
    column = serializers.IntegerField(required=False, help_text="In that line, from 1.")
    where = serializers.URLField(required=False, help_text="Where to confirm that it's you.")
    scope = serializers.CharField(required=False, help_text="The scope that the key lacks.")
    scopes = Words(required=False, help_text="The scopes of the key.")
    retry_after = serializers.IntegerField(required=False, help_text="Seconds.")


class InvalidOut(ProblemOut):
    """A problem with fields of the body or query string."""

    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="With code `invalid`: messages by field.",
    )
