from django.contrib import admin
from django.urls import include, path

from tideweb.health import healthz, worker_healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("healthz/worker", worker_healthz, name="worker-healthz"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("games.api.urls")),
    path("", include("accounts.urls")),
    path("", include("games.web.urls")),
    path("", include("tideweb.page_urls")),
]
