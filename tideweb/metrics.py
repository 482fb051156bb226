"""How the parts do, for Prometheus: what the start page of the panel shows, as numbers."""

from collections.abc import Iterator
from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts import clock
from games.selectors import health
from games.selectors.due import set_aside


class House(Collector):
    """Read anew each time, from the database: whichever web process is asked says the same."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        good = GaugeMetricFamily("tideweb_part_good", "1 while a part does well.", labels=["part"])
        waiting = GaugeMetricFamily("tideweb_part_waiting", "What waits there.", labels=["part"])
        oldest = GaugeMetricFamily(
            "tideweb_part_age_seconds",
            "Since when the oldest waits; of worker and letters, since the last sign of life.",
            labels=["part"],
        )
        now = timezone.now()
        for part in health.parts():
            good.add_metric([part.name], part.good)
            if part.count is not None:
                waiting.add_metric([part.name], part.count)
            if part.since is not None:
                oldest.add_metric([part.name], (now - part.since).total_seconds())
        yield from (good, waiting, oldest)
        ahead = GaugeMetricFamily(
            "tideweb_clock_ahead_seconds",
            "Of hosts whose clocks are wrong, by how much they are ahead of the database's.",
            labels=["host"],
        )
        for wrong in clock.wrong_lately():
            ahead.add_metric([wrong.host], wrong.seconds)
        yield ahead
        yield GaugeMetricFamily(
            "tideweb_hands_set_aside", "Hands that fail and are tried again.", set_aside().count()
        )


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever knows METRICS_TOKEN; without one there is nothing here."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not compare_digest(given.encode(), wanted.encode()):
        raise Http404
    registry = CollectorRegistry()
    registry.register(House())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
