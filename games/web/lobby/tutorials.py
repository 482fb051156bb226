"""Interactive tutorials without JavaScript: each step has a URL, each tap is a link."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.wording import wording
from games.wording.rules_pages import RULES_PAGES
from games.wording.tutorials import TUTORIALS


@require_safe
def learn(request: HttpRequest, slug: str, number: int = 1) -> HttpResponse:
    """One step; a wrong tap (`?tap=`) shows a hint. After the last step comes the end page."""
    if slug not in TUTORIALS:
        raise Http404
    tutorial = TUTORIALS[slug]
    steps = tutorial.steps()
    if not 1 <= number <= len(steps) + 1:
        raise Http404
    context: dict[str, Any] = {
        "slug": slug,
        "has_rules": slug in RULES_PAGES,
        "title": wording(slug).title(),
        "number": number,
        "count": len(steps),
        "dots": [(each, each == number) for each in range(1, len(steps) + 1)],
        "sheets": tutorial.SHEETS,
        "nav": "rules",
    }
    if number > len(steps):
        return render(request, "games/learned.html", {**context, "says": tutorial.end()})
    step = steps[number - 1]
    tapped = request.GET.get("tap", "")
    hint = step.hints.get(tapped, step.hint) if tapped and tapped != step.tap else ""
    here = reverse("learn-step", args=[slug, number])
    ways = {"tap": step.tap, "on": reverse("learn-step", args=[slug, number + 1]), "here": here}
    scene = {"template": tutorial.TEMPLATE, **_linked(step.scene, ways)}
    return render(request, "games/learn.html", {**context, "step": step, "hint": hint, **scene})


def _linked(scene: Any, ways: Mapping[str, str]) -> Any:
    """The scene with a link (`href`) added to every piece that can be tapped."""
    if isinstance(scene, list):
        return [_linked(each, ways) for each in scene]
    if not isinstance(scene, dict):
        return scene
    found = {name: _linked(value, ways) for name, value in scene.items()}
    if "tap" in scene:
        on = scene["tap"] == ways["tap"]
        found["href"] = ways["on"] if on else f"{ways['here']}?tap={scene['tap']}"
    return found
