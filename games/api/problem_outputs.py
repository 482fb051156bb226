"""Response shapes of errors; `games.api.problems` produces the values."""

from typing import Any

from rest_framework import serializers


class CodeOut(serializers.Serializer[Any]):
    """A problem code with its meaning."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    explanation = serializers.CharField()


class CodesOut(serializers.Serializer[Any]):
    """All problem codes."""

    problems = CodeOut(many=True)
