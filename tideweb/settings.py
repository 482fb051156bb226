"""The one settings file. Everything comes from the environment; docs/operating.md lists it all.

Without DATABASE_URL this is an embedded installation: PostgreSQL, broker, mail and keys are our own
and live below TIDEWEB_VAR. With DATABASE_URL it is production: if anything is missing or wrong, it
refuses to start and says what to set.
"""

import sys
import warnings
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from tideweb import variables as given
from tideweb.account_settings import *  # noqa: F403
from tideweb.api_description import DESCRIBED
from tideweb.beat_schedule import SCHEDULE
from tideweb.embedded import place, ports
from tideweb.environment import (
    broker_string,
    checked_seal_keys,
    connected,
    limited,
    queue_options,
    transport_options,
)
from tideweb.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(given.value("TIDEWEB_VAR") or BASE_DIR / "var").absolute()

EMBEDDED = not given.value("DATABASE_URL")
KEPT = place.secrets_of(VAR) if EMBEDDED else {}


def needed(name: str, embedded: str) -> str:
    """A required setting in production, with a default for the embedded installation."""
    value = given.value(name)
    if value:
        return value
    if EMBEDDED:
        return embedded
    raise ImproperlyConfigured(
        f"{name} is not set. DATABASE_URL is, so this is production, which needs it: "
        "see docs/operating.md."
    )


# --- Who we are -----------------------------------------------------------------------------------

DEBUG = given.switch("DEBUG", False)
PORT = given.number("PORT", ports.WEB, 1, 65535)
SITE_URL = needed("SITE_URL", f"http://localhost:{PORT}").strip().rstrip("/")
SITE = given.site_address(SITE_URL)
HTTPS = SITE.scheme == "https"
SECRET_KEY = given.secret("SECRET_KEY", needed("SECRET_KEY", KEPT.get("SECRET_KEY", "")))
TIDEWEB_SEAL_KEYS = checked_seal_keys(
    needed("TIDEWEB_SEAL_KEYS", KEPT.get("TIDEWEB_SEAL_KEYS", ""))
)
TIDEWEB_DEMO = given.switch("TIDEWEB_DEMO", EMBEDDED)
LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = given.hosts("ALLOWED_HOSTS", [SITE.hostname, *(LOCAL_NAMES * EMBEDDED)])
CSRF_TRUSTED_ORIGINS = [f"{SITE.scheme}://{SITE.netloc}"]
# The number of our own reverse proxies, which set X-Forwarded-For and -Proto.
TRUSTED_PROXIES = given.number("TRUSTED_PROXIES", 0, 0, 100)
HEALTH_PORT = given.number("HEALTH_PORT", 0, 0, 65535)

# --- The pieces -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tideweb",
    "accounts",
    "games",
    "tideweb.admin_app.PanelConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.forms",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.usersessions",
    "anymail",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]
MIDDLEWARE = [
    "tideweb.outer_headers.outer_headers_middleware",
    "tideweb.request_id.request_id_middleware",
    "tideweb.instrumentation.instrumentation_middleware",
    "tideweb.metrics.metrics_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Boards are inline SVG and shrink to a sixth. Against guessing secrets from the compressed
    # length (BREACH) each response gets random padding, and the CSRF token is masked differently
    # every time.
    "django.middleware.gzip.GZipMiddleware",
    "accounts.security.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tideweb.stale_requests.patience_middleware",
    "tideweb.request_size.request_size_middleware",
    "tideweb.replica.ReplicaMiddleware",
    "tideweb.trailing_slash.SlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.IdleStaffMiddleware",
    "accounts.middleware.SuspendedMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "tideweb.opened_actions.opened_action_middleware",
    "accounts.middleware.LookingMiddleware",
]
ROOT_URLCONF = "tideweb.urls"
CSRF_FAILURE_VIEW = "games.web.hands.kept_answers.page_too_old"
WSGI_APPLICATION = "tideweb.wsgi.application"
ASGI_APPLICATION = "tideweb.asgi.application"
TEMPLATES = [
    {
        "NAME": "django",
        "BACKEND": "tideweb.bot_sign.Pages",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        # templates/, inlining the styles of e-mails
                        "accounts.email.inline_css.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context_processors.masthead",
            ],
            "builtins": ["accounts.templatetags.names"],
            "libraries": {"i18n": "accounts.templatetags.known_words"},
        },
    },
]

# We replace Django's tag libraries of the same names on purpose ("libraries", above).
SILENCED_SYSTEM_CHECKS = ["templates.W003"]
FORM_RENDERER = "tideweb.form_renderer.SiteFormRenderer"

# --- Database, cache, broker ----------------------------------------------------------------------

POOLER = given.switch("DATABASE_POOLER", False)  # in transaction mode; set timeouts on the role
LIMITS = given.switch("DATABASE_LIMITS", not POOLER)
POOLED, AGE = given.switch("DATABASE_POOL", False), given.number("CONN_MAX_AGE", 3600)
LINES: dict[str, Any] = {"pooled": POOLED, "max_age": AGE, "pooler": POOLER}
DATABASE = place.database(VAR, KEPT) if EMBEDDED else given.database_at("DATABASE_URL")
HOW = {"limits": LIMITS, "prepares": LIMITS and not POOLER}
DATABASES = {"default": limited(connected(DATABASE, **LINES), **HOW)}
DATABASE_ROUTERS = []
if given.value("DATABASE_REPLICA_URL"):  # lists, people, replays (tideweb.replica)
    found = connected(given.database_at("DATABASE_REPLICA_URL"), **LINES)
    DATABASES["replica"] = limited(found, **HOW)
    DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHE_TABLE = "tideweb_cache"
CACHE = given.cache_at("CACHE_URL", f"dbcache://{CACHE_TABLE}")
if CACHE["BACKEND"].endswith("RedisCache"):
    CACHE["BACKEND"] = "tideweb.cache.SparedCache"
CACHE["KEY_FUNCTION"] = "tideweb.cache_keys.hidden_key"
# Past this, Django deletes a third of all: rate limits, codes and requests of programs alike. An
# address can cause some thousands an hour. Storing one among so many takes 25 ms, since Django
# counts them. Redis has no such limit.
CACHE["OPTIONS"] = {**CACHE.get("OPTIONS", {}), "MAX_ENTRIES": 50_000}
LOCAL_CACHE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES = {
    # Shared by all processes, as for allauth's rate limits.
    "default": CACHE,
    # Counting API calls in a database table would cost more than the calls, so without CACHE_URL
    # each web process counts for itself.
    "throttle": CACHE if given.value("CACHE_URL") else LOCAL_CACHE,
}

# `pgmq://` alone means our own database, `pgmq://user:password@host/name` another one;
# large sites want `amqp://…` or `redis://…`.
CELERY_BROKER_URL = given.broker_at("CELERY_BROKER_URL", "pgmq://")
# Must exceed waiting time plus run time: a message that takes longer is delivered twice.
VISIBILITY_SECONDS = given.number("BROKER_VISIBILITY_SECONDS", 120, 1)
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(CELERY_BROKER_URL, VISIBILITY_SECONDS)
if CELERY_BROKER_URL == "pgmq://":
    CELERY_BROKER_TRANSPORT_OPTIONS["conn_string"] = broker_string(DATABASE)
# We don't use remote control, and with pgmq each worker would leave tables behind.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
# Bots that search have a queue of their own. A worker that is told no queues reads both. (Where
# queues are named, Celery ignores its own setting for their type.)
CELERY_TASK_QUEUES = {
    name: queue_options(given.one_of("BROKER_QUEUE_TYPE", "classic", ("classic", "quorum")))
    for name in ("celery", "bots")
}
CELERY_TASK_ROUTES = {"games.tasks.think": {"queue": "bots"}}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_WORKER_PREFETCH_MULTIPLIER = 8
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# One retry, in case the connection was stale; then give up, since the sweep will find the row.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TIMEZONE = "UTC"
CELERY_IMPORTS = ["tideweb.background_sweep"]
CELERY_BEAT_SCHEDULE = SCHEDULE
CELERY_BEAT_SCHEDULER = "tideweb.beat_scheduler:Scheduler"
# Every worker sweeps by itself too (tideweb.background_sweep); 0 leaves that to beat.
SWEEP_SECONDS = given.number("SWEEP_SECONDS", 20.0)
METRICS_TOKEN = given.word("METRICS_TOKEN")  # for Prometheus; empty disables /metrics
# Called each minute while all is well.
HEARTBEAT_URL = given.url("HEARTBEAT_URL", "https://monitor.example.org/…", "https", "http")
# A part that is silent for longer (seconds) was down, and hands get the time back. 0: never.
OUTAGE_AFTER = given.number("OUTAGE_AFTER", 600)
# After the end of a game; 0: never.
COMPACT_AFTER_DAYS = given.number("COMPACT_AFTER_DAYS", 30, 0, 36500)
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule") if EMBEDDED else "celerybeat-schedule"

# --- Mail -----------------------------------------------------------------------------------------

# Where `manage.py mailin` listens. Embedded, our own outgoing e-mail goes there too.
MAILIN_HOST = given.word("MAILIN_HOST") or "127.0.0.1"
MAILIN_PORT = given.number("MAILIN_PORT", ports.MAIL, 1, 65535)
MAILIN_LMTP = given.listener("MAILIN_LMTP")  # `host:port` or a path, for a local mail server
# The name of our mail server in Authentication-Results headers; no others are trusted.
AUTHSERV_ID = given.word("AUTHSERV_ID")
MAIL_DOMAIN = given.domain("MAIL_DOMAIN", SITE.hostname or "")
# The domain of reply addresses; its MX must point to `manage.py mailin` (docs/mail.md).
REPLY_DOMAIN = given.domain("REPLY_DOMAIN", MAIL_DOMAIN)
# Or answers go to the mailbox of another server, which `manage.py mailbox` polls.
REPLY_MAILBOX = given.mailbox_name("REPLY_MAILBOX")
MAILBOX = "imaps://user:password@host/INBOX or https://user:password@host/"
MAILBOX_URL = given.url("MAILBOX_URL", MAILBOX, "imaps", "imap", "https", "http")
DEFAULT_FROM_EMAIL = given.sender("DEFAULT_FROM_EMAIL", f"Tideweb <play@{MAIL_DOMAIN}>")
SERVER_EMAIL = given.sender("SERVER_EMAIL", DEFAULT_FROM_EMAIL)
EMAIL = given.mail_server(needed("EMAIL_URL", f"smtp://{MAILIN_HOST}:{MAILIN_PORT}"))
EMAIL_BACKEND = given.backend("EMAIL_BACKEND", EMAIL["EMAIL_BACKEND"])
EMAIL_HOST = EMAIL.get("EMAIL_HOST") or ""
EMAIL_PORT = EMAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = EMAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = EMAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = EMAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = EMAIL.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = 20
# For the response to a complete message: retrying before it arrives would send it twice.
EMAIL_DATA_TIMEOUT = 600
# ANYMAIL_MAILGUN_API_KEY=… and so on, with EMAIL_BACKEND=anymail.backends.….EmailBackend
ANYMAIL = given.anymail()
given.user_and_password("ANYMAIL_WEBHOOK_SECRET")  # or each webhook would be refused

# --- Calling out ----------------------------------------------------------------------------------

# For web push, from `manage.py vapidkeys`; empty disables push. Embedded, it has a default.
VAPID_PRIVATE_KEY = given.push_key("VAPID_PRIVATE_KEY")
# Hosts in the local network that webhooks may call, and a certificate authority to trust.
OUTWARD_TRUSTED = given.hosts("OUTWARD_TRUSTED")
OUTWARD_CA_FILE = given.file("OUTWARD_CA_FILE")

# --- Signing in -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE.scheme
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
# The demo's one-click moderator has none; only the owner can reach that installation.
STAFF_SECOND_FACTOR = not (EMBEDDED and TIDEWEB_DEMO)
IDLE_MINUTES = given.number("STAFF_IDLE_MINUTES", 60)  # 0: never
STAFF_IDLE_MINUTES = IDLE_MINUTES if STAFF_SECOND_FACTOR else 0

# --- API ------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "tideweb.throttling.AnonymousThrottle",
        "tideweb.throttling.PersonThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": given.rate("API_RATE_ANONYMOUS", "300/min"),
        "user": given.rate("API_RATE_PERSON", "1200/min"),
        "token": given.rate("API_RATE_TOKEN", "5/min"),
        "token_address": given.rate("API_RATE_TOKEN_ADDRESS", "20/hour"),
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    **DESCRIBED,
    "SERVERS": [{"url": SITE_URL, "description": "This installation."}],
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024  # of a mail; all else: tideweb.request_size
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# --- Languages and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["tideweb.formats"]
TIME_ZONE = "UTC"

# --- Files ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
COLLECTED = VAR / "static" if EMBEDDED else BASE_DIR / "staticfiles"
STATIC_ROOT = Path(given.value("STATIC_ROOT") or COLLECTED)
# `manage.py up` compresses them and tells its children where (tideweb.embedded.statics); any other
# embedded process serves the files of the apps as they are.
WHITENOISE_USE_FINDERS = DEBUG or (EMBEDDED and not given.value("STATIC_ROOT"))
WHITENOISE_AUTOREFRESH = DEBUG
warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
MANIFEST_STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"
PLAIN_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN_STORAGE if EMBEDDED or DEBUG else MANIFEST_STORAGE},
}

# --- Safety ---------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
PREFIX = "__Host-" * HTTPS  # no subdomain can set such a cookie (RFC 6265bis, 4.1.3.2)
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{PREFIX}sessionid", f"{PREFIX}csrftoken"
SESSION_ENGINE = "accounts.security.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS and given.switch("SSL_REDIRECT", True)
# Programs get an error (`https_only`): a redirect would hide that their key was exposed.
SECURE_REDIRECT_EXEMPT = [r"^healthz(/worker)?$", r"^api/v1/(?!docs/)", r"^oauth/(token|revoke)/"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
X_FRAME_OPTIONS = "DENY"
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Error reports without local variables, which may be somebody's cards.
DEFAULT_EXCEPTION_REPORTER = "tideweb.log_redaction.QuietReporter"

# --- Logs -----------------------------------------------------------------------------------------

READ_BY_PEOPLE = EMBEDDED or sys.stderr.isatty()
LOGGING = logging_config(
    level=given.one_of("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")),
    form=given.one_of("LOG_FORMAT", "plain" if READ_BY_PEOPLE else "json", ("plain", "json")),
)
