"""A headless Chromium for the pages and its settings for tests."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1400",
)


def open_browser(profile: Path) -> Chrome:
    """Start a browser that keeps its log. Without Chromium the test is skipped; in CI it fails."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        reason = f"{', '.join(missing)} not installed: apt install chromium chromium-driver"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    options = ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={profile}")
    options.binary_location = str(programs["chromium"])
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options=options, service=Service(programs["chromedriver"]))


def at_width(browser: Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def parts_outside(browser: Chrome) -> list[str]:
    """The visible parts of the charts that lie outside the page, as text."""
    outside: list[str] = browser.execute_script(
        "const width = document.documentElement.clientWidth;"
        "return [...document.querySelectorAll('figure svg *')].filter((part) => {"
        "  const box = part.getClientRects()[0];"
        "  return box && (box.left < 0 || box.right > width); }).map((part) => part.outerHTML)"
    )
    return outside


def prefer(browser: Chrome, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def log_of(browser: Chrome) -> list[dict[str, Any]]:
    """The messages of the browser's console."""
    found: list[dict[str, Any]] = browser.get_log("browser")  # type: ignore[no-untyped-call]  # selenium has no types for it
    return found
