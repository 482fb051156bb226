"""Logging with structlog: plain lines in the embedded installation, JSON in production."""

from __future__ import annotations

import sys
from typing import Any

# If rich, a development tool, is installed, structlog would import it in every process.
sys.modules.setdefault("rich", None)  # type: ignore[arg-type]
import structlog  # noqa: E402

if sys.modules["rich"] is None:
    del sys.modules["rich"]

from tideweb import log_redaction  # noqa: E402

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(allow=["seconds", "asked_by", "letters"]),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]
# These log every single task, which is noise for people.
TALKATIVE = ("celery.app.trace", "celery.beat", "celery.worker.strategy")


def logging_config(level: str, form: str) -> dict[str, Any]:
    """The LOGGING setting; `form` is "plain" or "json". Colours are used only on a terminal."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_renderers(form),
                ],
                "foreign_pre_chain": SHARED,
            }
        },
        "filters": {
            "tasks": {"()": log_redaction.QuietTasks},
            "paths": {"()": log_redaction.QuietPaths},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["tasks", "paths"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's handlers would e-mail tracebacks, with hidden values, to ADMINS.
            "django": {"handlers": [], "level": level, "propagate": True},
            **({} if form == "json" else {name: {"level": "WARNING"} for name in TALKATIVE}),
            # At DEBUG it logs the context for every missing variable.
            "django.template": {"level": "INFO"},
            # It warns that pgmq:// has no host; the host is in the transport options.
            "kombu.connection": {"level": "ERROR"},
            # Of each delayed task in a quorum queue, that a worker holds it until then: so it may.
            "celery.app.base": {"level": "ERROR"},
            # aiosmtpd logs every line it receives.
            "mail.log": {"level": "WARNING"},
        },
    }


def _renderers(form: str) -> list[Any]:
    if form == "json":
        return [
            structlog.processors.ExceptionRenderer(log_redaction.as_text),
            structlog.processors.JSONRenderer(),
        ]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=log_redaction.write
        )
    ]
