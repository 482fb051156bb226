from django.conf import settings
from django.contrib import admin
from django.urls import URLResolver, include, path

from tideweb.health import healthz, worker_healthz


def providers() -> list[URLResolver]:
    """Webhooks of mail providers; disabled without a secret, or anybody could post e-mails there
    (docs/mail.md).
    """
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        return []
    return [path("anymail/", include("anymail.urls"))]


handler400 = "tideweb.error_pages.bad_request"
handler404 = "tideweb.error_pages.not_found"
handler429 = "tideweb.error_pages.too_many_requests"  # our sign-in library looks for it here
handler500 = "tideweb.error_pages.server_error"
urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    path("healthz", healthz, name="healthz"),
    path("healthz/worker", worker_healthz, name="worker-healthz"),
    path("admin/", admin.site.urls),
    *providers(),
    path("", include("games.web.urls")),  # before those of accounts, which are asked for less often
    path("", include("accounts.urls")),
    path("", include("tideweb.page_urls")),
]
