"""What a strict policy or a screen reader would stumble over in a page."""

from __future__ import annotations

from html.parser import HTMLParser


class Inspector(HTMLParser):
    """Collects what a strict policy or a screen reader would stumble over."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.faults.append(f"inline <{tag}>")
        self.faults += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        self.ids += [given["id"] or ""] if "id" in given else []


def inspect(html: str) -> Inspector:
    found = Inspector(html)
    assert found.faults == []
    return found
