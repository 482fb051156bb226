"""Response shapes for the course of a game and the comparison of its players."""

from typing import Any

from rest_framework import serializers

from games.wording.charts import Chart


class CourseRowOut(serializers.Serializer[Any]):
    """A point of a chart."""

    label = serializers.CharField(help_text="In words.")  # type: ignore[assignment]
    knot = serializers.BooleanField(help_text="Whether a stage begins or ends here.")


class CourseLineOut(serializers.Serializer[Any]):
    """The values of a seat or side, one for each row."""

    seats = serializers.ListField(child=serializers.IntegerField())
    values = serializers.ListField(child=serializers.IntegerField())
    within = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Points including the belts that were still up; empty in other games.",
    )


class ChartOut(serializers.Serializer[Any]):
    """A chart: its points, and a line for each seat or side."""

    what = serializers.CharField(help_text="`points`, `crew` or `zones`.")
    rows = CourseRowOut(many=True)
    lines = CourseLineOut(many=True)


class CourseOut(serializers.Serializer[Any]):
    """The charts of a game so far; empty if its ruleset has none or it has only just begun."""

    charts = ChartOut(many=True)


class MadeOut(serializers.Serializer[Any]):
    """What a seat made of a set of cards."""

    seat = serializers.IntegerField()
    stage = serializers.IntegerField()
    points = serializers.IntegerField()
    belts = serializers.IntegerField(help_text="Belts left at the end of the stage.")
    bonus = serializers.BooleanField(help_text="Whether it got the point for the lowest water.")
    out = serializers.BooleanField()
    played = serializers.ListField(
        child=serializers.IntegerField(), help_text="The cards in the order they were played."
    )


class ComparedSetOut(serializers.Serializer[Any]):
    """A set of twelve cards, as everybody played it."""

    set = serializers.CharField()
    dealt_to = serializers.IntegerField(help_text="The seat that held it in the first stage.")
    cards = serializers.ListField(child=serializers.IntegerField())
    belts = serializers.IntegerField()
    mean = serializers.FloatField(help_text="Mean of the points made with it.")
    made = MadeOut(many=True)


class ComparisonOut(serializers.Serializer[Any]):
    """What everybody made of the same sets of cards, by seat."""

    sets = ComparedSetOut(many=True)
    points = serializers.ListField(child=serializers.IntegerField())
    against_mean = serializers.ListField(child=serializers.FloatField())


def chart(one: Chart) -> dict[str, Any]:
    """The fields of `ChartOut`."""
    return {
        "what": one.what,
        "rows": [{"label": row.label, "knot": row.knot} for row in one.rows],
        "lines": [
            {
                "seats": list(line.seats),
                "values": list(line.values),
                "within": list(line.within),
            }
            for line in one.lines
        ],
    }


COURSE = {
    "charts": [
        {
            "what": "points",
            "rows": [
                {"label": "Stage 1, hand 1", "knot": True},
                {"label": "Stage 1, hand 2", "knot": False},
            ],
            "lines": [{"seats": [0], "values": [0, 0], "within": [5, 4]}],
        }
    ]
}
COMPARISON = {
    "sets": [
        {
            "set": "A",
            "dealt_to": 0,
            "cards": [9, 14, 18, 21, 22, 27, 32, 45, 46, 49, 51, 52],
            "belts": 5,
            "mean": 2.0,
            "made": [
                {
                    "seat": 0,
                    "stage": 1,
                    "points": 2,
                    "belts": 1,
                    "bonus": True,
                    "out": False,
                    "played": [9, 52, 14, 51, 49, 18, 46, 21, 45, 22, 32, 27],
                }
            ],
        }
    ],
    "points": [8, 7, 6],
    "against_mean": [1.0, 0.0, -1.0],
}
