"""All drawings of Tideweb, computed: pure functions that return safe SVG.

Colours come from base.css as ``fill="var(--name)"``, in presentation attributes, so that a strict
style-src holds. No drawing has an id, so any can be cached, and a page may hold any number of them.
"""
