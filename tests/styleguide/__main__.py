"""Shows the sheet of pieces while you change them: `python -m tests.styleguide [PORT]`.

Reads every template and style anew, and asks no database.
"""

from __future__ import annotations

import os
import sys
from wsgiref.simple_server import make_server

from tests.pgplugin import ENVIRONMENT


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8008
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "DEBUG": "on"}
    for name, value in {**ENVIRONMENT, **nowhere}.items():
        os.environ.setdefault(name, value)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    settings.ROOT_URLCONF = "tests.styleguide.urls"
    with make_server("127.0.0.1", port, get_wsgi_application()) as server:
        sys.stdout.write(f"http://localhost:{port}/styleguide/\n")
        server.serve_forever()


if __name__ == "__main__":
    main()
