"""Our SQL compiler writes what Django's writes (tideweb/database/compiler.py)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.backends.postgresql import compiler as djangos
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Col
from django.db.models.functions import Lower

from accounts.models import Notice, User
from games.models import Bid, Game, Hand, InboundMail, Seat
from tests.games.making import table_of
from tideweb.database import compiler

QUERIES: dict[str, Callable[[], "QuerySet[Any, Any]"]] = {
    "plain": lambda: Game.objects.filter(code="x"),
    "several tables": lambda: InboundMail.objects.select_related("address__hand__game"),
    "one table twice": lambda: Seat.objects.select_related("user", "kept_for").order_by(
        "user__name"
    ),
    "by a name": lambda: Hand.objects.select_related("game").order_by("-number", "game__code"),
    "by its own order": lambda: Permission.objects.all(),
    "backwards": lambda: Hand.objects.order_by("game__code", "-number").reverse(),
    "by an expression": lambda: User.objects.order_by(Lower("name").desc(nulls_last=True), "pk"),
    "by a column of the row": lambda: Game.objects.order_by(F("code").asc()),
    "values by one of them": lambda: Seat.objects.values("index", "user__name").order_by("index"),
    "values by another": lambda: Seat.objects.values_list("index").order_by("user__name"),
    "only": lambda: Game.objects.only("code").select_related(None).order_by("code"),
    "deferred": lambda: Hand.objects.defer("game__code").select_related("game"),
    "annotated": lambda: Game.objects.annotate(most=Max("hands__number")).order_by("most"),
    "counted": lambda: User.objects.annotate(most=Count("seats")).filter(most__gt=1),
    "grouped": lambda: Seat.objects.values("user").annotate(seats=Count("pk")).order_by("-seats"),
    "distinct": lambda: Notice.objects.order_by("recipient__name").distinct(),
    "distinct on": lambda: Bid.objects.order_by("seat_id", "-given_at").distinct("seat_id"),
    "locked": lambda: Seat.objects.select_for_update(of=("self",)).select_related("game"),
    "a part": lambda: Hand.objects.order_by("pk")[3:9],
    "without": lambda: Game.objects.exclude(Q(seats__user__name="Ute") | Q(state="over")),
    "joined by or": lambda: Game.objects.filter(Q(code="x") | Q(hands__number=2)).distinct(),
    "subquery": lambda: Game.objects.annotate(
        last=Subquery(Hand.objects.filter(game=OuterRef("pk")).order_by("-number").values("pk")[:1])
    ).order_by("-last", "code"),
    "exists": lambda: Game.objects.filter(Exists(Hand.objects.filter(game=OuterRef("pk")))),
    "in": lambda: Hand.objects.filter(game__in=Game.objects.filter(code="x")),
    "united": lambda: Game.objects.filter(code="x").union(Game.objects.all()).order_by("code"),
    "united by a column": lambda: (
        Hand.objects.values_list("number").union(Seat.objects.values_list("index"))
    ).order_by("number"),
    "by chance": lambda: Game.objects.order_by("?"),
    "raw": lambda: Game.objects.extra(select={"one": "1"}, order_by=["one"]),
    "none": lambda: Game.objects.none().union(Game.objects.filter(code="x")),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", QUERIES)
def test_sql_and_rows_are_as_by_djangos(name: str) -> None:
    table_of(3)
    query = QUERIES[name]().query
    ours, theirs = (
        kind.SQLCompiler(query.clone(), connection, "default") for kind in (compiler, djangos)
    )
    assert ours.as_sql() == theirs.as_sql()
    assert _selected(ours) == _selected(theirs)
    rows = [sorted(map(repr, each.results_iter())) for each in (ours, theirs)]
    assert rows[0] == rows[1]


def _selected(made: djangos.SQLCompiler) -> list[tuple[Any, ...]]:
    """What is selected, and by what each is read."""
    columns = [column for column, *_ in made.select]
    read = {
        at: [each.__qualname__ for each in own]
        for at, (own, _) in made.get_converters(columns).items()
    }
    return [(column, name, read.get(at)) for at, (column, _, name) in enumerate(made.select)]


@pytest.mark.django_db
def test_it_is_the_one_in_use() -> None:
    assert isinstance(Game.objects.all().query.get_compiler("default"), compiler.SQLCompiler)


def test_a_column_without_a_table_is_as_by_djangos() -> None:
    """As the database's own conditions are written."""
    no_table: Any = None
    column = Col(no_table, Game._meta.get_field("code"))
    query = Game.objects.all().query
    ours, theirs = (
        kind.SQLCompiler(query.clone(), connection, "default") for kind in (compiler, djangos)
    )
    assert ours.compile(column) == theirs.compile(column) == ('"code"', [])
