"""The course of each game in pictures, by ruleset; a game without one simply has none."""

from games.telling.courses import rowboat, turn_the_tide, turning_tides
from games.telling.courses.base import Chart, Course, Line, Row, Span, Table

COURSES: dict[str, Course] = {
    turn_the_tide.SLUG: turn_the_tide,
    rowboat.SLUG: rowboat,
    turning_tides.SLUG: turning_tides,
}

__all__ = ["COURSES", "Chart", "Course", "Line", "Row", "Span", "Table"]
