"""The meaning of each problem code, and the answer where there is nothing."""

from typing import Any

from django.shortcuts import render
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import problems
from games.api.base import BaseApiView
from games.api.schema.description import operation
from games.refusals import REFUSALS


class CodeOut(serializers.Serializer[Any]):
    """A problem code with its meaning."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    explanation = serializers.CharField()


class CodesOut(serializers.Serializer[Any]):
    """All problem codes."""

    problems = CodeOut(many=True)


def known(code: str) -> dict[str, Any]:
    """A code and its meaning."""
    kind = REFUSALS[code]
    return {
        "code": code,
        "status": kind.status,
        "title": str(kind.title),
        "explanation": problems.explanation(code),
    }


class Explaining(BaseApiView):
    """Responds with a page to browsers and with JSON to programs."""

    open_to_all = ("GET",)

    def answer(self, request: Request, data: Any, codes: list[dict[str, Any]]) -> Any:
        if "text/html" not in request.headers.get("Accept", ""):
            return Response(data)
        title = codes[0]["title"] if len(codes) == 1 else _("Problems of the API")
        context = {"title": title, "problems": codes, "single": len(codes) == 1}
        return render(request._request, "api/problems.html", context)


class ProblemsView(Explaining):
    @operation("problems", CodesOut, says="All problem codes", anybody=True)
    def get(self, request: Request) -> Any:
        codes = [known(code) for code in problems.all_codes()]
        return self.answer(request, {"problems": codes}, codes)


class ProblemView(Explaining):
    @operation(
        "problem",
        CodeOut,
        says="The meaning of a problem code",
        refusals=["not_found"],
        anybody=True,
    )
    def get(self, request: Request, problem: str) -> Any:
        if problem not in REFUSALS:
            raise exceptions.NotFound
        found = known(problem)
        return self.answer(request, found, [found])


class NowhereView(BaseApiView):
    """Catch-all below /api/v1/: answers 404 with a problem instead of a page."""

    open_to_all = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
    throttle_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, **_ignored: Any) -> Response:
        raise exceptions.NotFound

    post = put = patch = delete = get
