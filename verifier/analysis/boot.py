"""How Python processes of the analysis start: with our own modules, whatever the current folder and the environment hold."""

import json
import sys
from pathlib import Path


def command(module: str, *words: str) -> tuple[str, ...]:
    """A Python that calls `main` of a module, with these words as its arguments."""
    # JPype reads NumPy where it finds it, which takes longer than all of our own modules; no array is passed.
    start = (
        "import sys, json; sys.path[:] = json.loads(sys.argv.pop(1)); sys.modules['numpy'] = None;"
        f"from {module} import main; main()"
    )
    # Safe: else the current folder's json.py were the first one to be found.
    return (sys.executable, "-P", "-c", start, json.dumps(sys.path), *words)


def environment(home: Path) -> dict[str, str]:
    """Nothing of the user's: no JAVA_TOOL_OPTIONS, no git configuration."""
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
