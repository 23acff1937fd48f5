"""JUnit Platform's configuration parameters, from the base and never from a candidate."""

from verifier.builds.described.prepared import PreparedBase

FILE = "junit-platform.properties"


def platform_parameters(prepared: PreparedBase) -> list[str]:
    """Return `name=value` from the base's junit-platform.properties and the pom; the pom wins."""
    found: dict[str, str] = {}
    module = prepared.module
    for resource in (*module.resources, *module.test_resources):
        path = prepared.base / resource.folder / FILE
        if path.is_file():
            found |= _read(path.read_text("latin-1"))
    found |= dict(module.tests.parameters)
    return [f"{name}={value}" for name, value in found.items()]


def _read(text: str) -> dict[str, str]:
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.partition("=") for line in lines if line and line[0] not in "#!" and "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}
