"""Static files of the embedded run: laid out, compressed, and served like that."""

import gzip
import os
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from tideweb.embedded.statics import lay_out

CSS = "a { color: red }\n" * 100


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """The folder of an app with one style, one picture and one map."""
    folder = tmp_path / "app"
    (folder / "css").mkdir(parents=True)
    (folder / "css" / "sea.css").write_text(CSS)
    (folder / "sea.png").write_bytes(b"\x89PNG" * 500)
    (folder / "sea.js.map").write_text(CSS)
    return folder


@pytest.fixture
def root(app: Path, tmp_path: Path) -> Path:
    root = tmp_path / "static"
    assert laid_out(app, root) == 3
    return root


def laid_out(app: Path, root: Path) -> int:
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATICFILES_DIRS=[app], STATICFILES_FINDERS=finders):
        return lay_out(root)


def names(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_what_gains_by_it_is_compressed(root: Path) -> None:
    assert names(root) == {"css/sea.css", "css/sea.css.gz", "sea.png", "sea.js.map"}
    assert gzip.decompress((root / "css/sea.css.gz").read_bytes()).decode() == CSS


def test_only_what_changed_is_done_again(app: Path, root: Path) -> None:
    assert laid_out(app, root) == 0
    style = app / "css" / "sea.css"
    style.write_text(CSS.replace("red", "tan"))  # as long as before, and older
    os.utime(style, (1, 1))
    assert laid_out(app, root) == 1
    assert b"tan" in gzip.decompress((root / "css/sea.css.gz").read_bytes())


def test_what_was_interrupted_is_done_again(app: Path, root: Path) -> None:
    (root / "css/sea.css").write_text("a { col")
    assert laid_out(app, root) == 1
    assert (root / "css/sea.css").read_text() == CSS


@pytest.mark.django_db
def test_it_is_served_compressed_to_whoever_takes_that(root: Path) -> None:
    def nothing(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    with override_settings(STATIC_ROOT=root, WHITENOISE_USE_FINDERS=False):
        serve = WhiteNoiseMiddleware(nothing)
    for takes, encoding in (("gzip, br", "gzip"), ("identity", "")):
        asked = RequestFactory().get("/static/css/sea.css", HTTP_ACCEPT_ENCODING=takes)
        answer = serve(asked)
        assert answer.get("Content-Encoding", "") == encoding
        assert int(answer["Content-Length"]) < len(CSS) or not encoding
        answer.close()
