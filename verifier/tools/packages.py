"""How to install a missing program on this machine."""

import os

from verifier.tools import process

_PACKAGES = {
    "git": {"apt-get": "git", "dnf": "git", "brew": "git"},
    "openssl": {"apt-get": "openssl", "dnf": "openssl", "brew": "openssl"},
    "gradle": {"apt-get": "gradle", "dnf": "gradle", "brew": "gradle"},
    "maven": {"apt-get": "maven", "dnf": "maven", "brew": "maven"},
    "python3": {"apt-get": "python3", "dnf": "python3", "brew": "python@3.12"},
    "jdk": {
        "apt-get": "openjdk-17-jdk-headless",
        "dnf": "java-17-openjdk-devel",
        "brew": "openjdk@17",
    },
}


def install(what: str) -> str:
    """Return the command that installs a program with this machine's package manager."""
    for manager, package in _PACKAGES[what].items():
        if process.which(manager):
            sudo = "" if manager == "brew" or os.geteuid() == 0 else "sudo "
            return f"{sudo}{manager} install {package}"
    return f"install {what} with this machine's package manager"
