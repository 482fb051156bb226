"""Where a list goes on."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param


def going_on(request: Request, data: Any, **behind: Any) -> Response:
    """The response with a Link header to the next page, whose query parameters are `behind`."""
    here = request.build_absolute_uri()
    for name, number in behind.items():
        here = replace_query_param(here, name, number)
    return Response(data, headers={"Link": f'<{here}>; rel="next"'} if behind else None)
