"""The null endpoint: what any accepted request must cost on this stack."""

from typing import Any

from django.db import connection, transaction
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.security.api_keys import HashedTokenAuthentication
from games.models import Game


class Nothing(APIView):
    """Token, transaction, a row locked, a row inserted."""

    authentication_classes = (HashedTokenAuthentication,)
    throttle_classes = ()

    def put(self, request: Request, code: str) -> Response:
        data: Any = request.data
        with transaction.atomic(), connection.cursor() as cursor:
            game = Game.objects.select_for_update(no_key=True).only("pk").get(code=code)
            cursor.execute(
                "INSERT INTO bench_row (game, said) VALUES (%s, %s) RETURNING id",
                [game.pk, data["bid"]],
            )
            return Response({"id": cursor.fetchone()[0]})


urlpatterns = [
    path("api/v1/bench/<code>", Nothing.as_view()),
    path("", include("tideweb.urls")),
]
