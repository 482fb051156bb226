"""How errors look, for the schema; `games.api.problems` fills them."""

from typing import Any

from rest_framework import serializers

from games.api.outputs import Numbers, Words


class ProblemOut(serializers.Serializer[Any]):
    """RFC 9457, with `code` for programs; some codes add hints."""

    type = serializers.URLField(help_text="Explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField(help_text="Stable; `type` explains it.")
    open = serializers.IntegerField(required=False, help_text="The hand that is open.")
    legal = Words(required=False, help_text="What you may answer.")
    awaiting = Numbers(required=False, help_text="The seats that owe an answer.")
    replaces = serializers.IntegerField(
        required=False, help_text="How many answers of yours there are."
    )
    known = Words(required=False, help_text="What there is: fields, say.")
    unknown = Words(required=False, help_text="Fields that there are not.")
    most = serializers.IntegerField(required=False, help_text="The limit.")
    reason = serializers.CharField(required=False, help_text="Why, for programs.")
    line = serializers.IntegerField(required=False, help_text="Of a plan or body, from 1.")
    column = serializers.IntegerField(required=False, help_text="In that line, from 1.")
    retry_after = serializers.IntegerField(required=False, help_text="Seconds.")


class InvalidOut(ProblemOut):
    """A problem with the fields of a body or query."""

    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="With code `invalid`: messages by field.",
    )


class CodeOut(serializers.Serializer[Any]):
    """A code of a problem."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    explanation = serializers.CharField()


class CodesOut(serializers.Serializer[Any]):
    """All codes."""

    problems = CodeOut(many=True)
