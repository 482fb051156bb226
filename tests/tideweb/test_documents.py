"""Links within the documents lead to a heading, and a list of contents names every section.

Planted: a link to a heading that was renamed, an empty line within a table.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PAGES = {
    page.relative_to(ROOT).as_posix(): re.sub(
        r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for page in (*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md")))
}
LINK = re.compile(r"\]\(([\w./-]*\.md)?#([^)]+)\)")


def anchor(heading: str) -> str:
    """As GitHub and GitLab make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def broken(name: str, text: str) -> list[str]:
    """The links from a document to a heading of it or of another that isn't there."""
    return [
        f"{name} -> {page}#{place}"
        for page, place in LINK.findall(text)
        if place not in anchors(_linked(name, page) if page else text)
    ]


def _linked(name: str, page: str) -> str:
    target = ((ROOT / name).parent / page).resolve()
    return target.read_text("utf-8") if target.is_file() else ""


def test_links_lead_to_a_heading() -> None:
    assert broken("README.md", "# One\n[it](#two)") == ["README.md -> #two"]
    assert [link for name, text in PAGES.items() for link in broken(name, text)] == []


@pytest.mark.parametrize(
    "name",
    [
        f"docs/{page}.md"
        for page in (
            "adding-a-game",
            "fairness",
            "mail",
            "measurements",
            "operating",
            "plans",
            "records",
            "security",
        )
    ],
)
def test_a_long_document_begins_with_its_contents(name: str) -> None:
    sections = re.findall(r"^## (.+)$", PAGES[name], re.MULTILINE)
    before = PAGES[name].partition("\n## ")[0]
    assert len(sections) >= 6
    assert [title for title in sections if f"](#{anchor(title)})" not in before] == []


def torn(text: str) -> list[str]:
    """Rows below an empty line: they are no part of a table, and show their bars."""
    return re.findall(r"(?<=\n\n)\|.*(?!\n\|[-|: ]+\n)(?=\n)", text)


def test_no_table_is_torn() -> None:
    assert torn("\n\n| a |\n|---|\n| 1 |\n\n| 2 |\n") == ["| 2 |"]
    assert [row for text in PAGES.values() for row in torn(text)] == []
