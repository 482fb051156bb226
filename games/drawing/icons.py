"""Icons beside words, 24 by 24, in the colour of the text."""

from __future__ import annotations

from django.utils.safestring import SafeString

from .canvas import Canvas

LINE = 'fill="none" stroke="currentColor"'
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
ICONS = {
    "seal": (
        '<path d="M12 2.2l2.3 1.7 2.8-.3 1.1 2.6 2.6 1.1-.3 2.8 1.7 2.3-1.7 2.3.3 2.8-2.6 1.1-1.1'
        " 2.6-2.8-.3L12 22.6l-2.3-1.7-2.8.3-1.1-2.6-2.6-1.1.3-2.8-1.7-2.3 1.7-2.3-.3-2.8"
        ' 2.6-1.1 1.1-2.6 2.8.3z" fill="currentColor"/>'
        '<path d="M6.5 11.2q1.8-2.4 3.7 0t3.7 0t3.7 0M6.5 15q1.8-2.4 3.7 0t3.7 0t3.7 0"'
        ' fill="none" stroke="var(--sheet)" stroke-width="1.7" stroke-linecap="round"/>'
    ),
    "wait": f'<circle cx="12" cy="12" r="8.5" {LINE} stroke-width="2" stroke-dasharray="3.2 3.2"/>',
    "evening": (
        f'<path d="M3.5 16.5h17M6 16.5c0-3.4 2.6-6 6-6s6 2.6 6 6M12 4.5v3'
        f'M4.5 9l1.9 1.5M19.5 9l-1.9 1.5M5 19.5h14" {LINE} stroke-width="1.3" {ROUND}/>'
    ),
    "day": (
        f'<path d="M3.5 9.5h17M8 3v3.5M16 3v3.5M9 14.5l2.3 2.3 4.2-4.6" {LINE}'
        f' stroke-width="1.3" {ROUND}/><rect x="3.5" y="5" width="17" height="15.5" rx="1.5"'
        f' {LINE} stroke-width="1.3"/>'
    ),
    "voyage": (
        f'<path d="M3.5 16.5h17l-2.3 4H6.2zM11.6 16.5V3M11.6 4.5c4.5 1.5 6 5.2 6.4'
        f' 9.8h-6.4M10 7c-1.9 2.2-3 4.5-3.4 7.3H10" {LINE} stroke-width="1.3" {ROUND}/>'
    ),
    "clock": (
        f'<circle cx="12" cy="12" r="9" {LINE} stroke-width="2"/>'
        f'<path d="M12 7v5.3l3.6 2.2" {LINE} stroke-width="2" {ROUND}/>'
    ),
    "ok": (
        '<circle cx="12" cy="12" r="10" fill="currentColor"/>'
        f'<path d="M7.4 12.4l3.1 3.1 6.1-6.6" fill="none" stroke="var(--sheet)" stroke-width="2.2"'
        f" {ROUND}/>"
    ),
    "bad": (
        '<path d="M12 2.4L22.4 21H1.6z" fill="currentColor" stroke="currentColor"'
        ' stroke-linejoin="round" stroke-width="1.6"/>'
        '<path d="M12 9v6" stroke="var(--sheet)" stroke-width="2.2" stroke-linecap="round"/>'
        '<circle cx="12" cy="18" r="1.35" fill="var(--sheet)"/>'
    ),
    "letter": (
        f'<rect x="2.5" y="5" width="19" height="14" rx="1.5" {LINE} stroke-width="1.8"/>'
        f'<path d="M3 6.5l9 6.8 9-6.8" {LINE} stroke-width="1.8" stroke-linejoin="round"/>'
    ),
    "bell": (
        f'<path d="M5 17.5h14l-1.6-2.6V10a5.4 5.4 0 0 0-10.8 0v4.9z" {LINE} stroke-width="1.8"'
        f" {ROUND}/>"
        f'<path d="M10 20.2a2.1 2.1 0 0 0 4 0M12 4.6V3" {LINE} stroke-width="1.8" {ROUND}/>'
    ),
    "light": (
        '<path d="M9.6 9h4.8l1.8 12.5H7.8zM8.6 9V7.6h6.8V9zM9.8 7.4V4.6h4.4v2.8zM9 4.4L12 1.6l3'
        ' 2.8z" fill="currentColor"/>'
        '<path d="M7.4 6L1.5 4.2v3.6zM16.6 6l5.9-1.8v3.6z" fill="var(--lamp)"/>'
    ),
    "flag": (
        '<path d="M5 22V3" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>'
        '<path d="M6 3.5h12l-3 4 3 4H6z" fill="currentColor"/>'
    ),
    "down": f'<path d="M12 3v15M5.5 12.5L12 19l6.5-6.5" {LINE} stroke-width="2.2" {ROUND}/>',
    "story": f'<path d="M4 6h16M4 10.7h16M4 15.3h16M4 20h9" {LINE} stroke-width="1.8" {ROUND}/>',
    "talk": (
        f'<path d="M4 5h16v11h-8l-4.5 4v-4H4z" {LINE} stroke-width="1.8" stroke-linejoin="round"/>'
    ),
    "pencil": (
        '<path d="M5 19l1-4.4L16.4 4.2l3.4 3.4L9.4 18zM14 6.6l3.4 3.4"'
        f' {LINE} stroke-width="1.8" stroke-linejoin="round"/>'
    ),
    "options": (
        f'<path d="M4 6.5h16M4 12h16M4 17.5h16" {LINE} stroke-width="1.8" {ROUND}/>'
        '<path d="M8 4v5M16 9.5v5M10 15v5" stroke="currentColor" stroke-width="3.2"'
        ' stroke-linecap="round"/>'
    ),
    "book": (
        '<path d="M12 6.5C9.5 4.7 6.5 4.5 3.5 5v13.5c3-.5 6-.3 8.5 1.5 2.5-1.8 5.5-2 8.5-1.5V5'
        f'c-3-.5-6-.3-8.5 1.5zM12 6.5V20" {LINE} stroke-width="1.8" stroke-linejoin="round"/>'
    ),
    "info": (
        f'<circle cx="12" cy="12" r="9" {LINE} stroke-width="2"/>'
        f'<path d="M12 11v5.5" {LINE} stroke-width="2.2" {ROUND}/>'
        '<circle cx="12" cy="7.6" r="1.35" fill="currentColor"/>'
    ),
}


def icon(name: str, title: str | None = None, size: int = 20) -> SafeString:
    """An icon by name; with a title it is read aloud, without one it is an ornament.

    Raises KeyError for a name that is not in `ICONS`.
    """
    return Canvas("0 0 24 24", size, size).draw(ICONS[name], title)
