"""SVG as text, as far as the report's plots need it. All text is escaped."""

from html import escape


def element(name: str, *children: str, **attributes: str | float) -> str:
    """One element; `class_` writes `class`, other underscores become hyphens."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(content: str, **attributes: str | float) -> str:
    """A text element."""
    return element("text", escape(content), **attributes)


def tooltip(content: str) -> str:
    """The text that a browser shows while the pointer is over the parent."""
    return element("title", escape(content))


def drawing(label: str, width: float, height: float, *children: str) -> str:
    """A complete SVG image that scales with the page and has a name for screen readers."""
    return element(
        "svg",
        *children,
        role="img",
        aria_label=label,
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        style=f"max-width:{_value(width)}px",
    )


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value, quote=True)
    return f"{value:.2f}".rstrip("0").rstrip(".")
