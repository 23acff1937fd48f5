"""Which repositories the proxy asks."""

import pytest

from verifier.builds.repository_proxy.upstreams import CENTRAL, PLUGINS, upstreams_of

PRIVATE, PUBLIC = "10.1.2.3", "8.8.8.8"
DECLARED = "<repositories><repository><url>https://r.example/m2</url></repository></repositories>"


def mirror(of: str, url: str) -> str:
    return f"<mirror><id>m</id><mirrorOf>{of}</mirrorOf><url>{url}</url></mirror>"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", (CENTRAL, PLUGINS)),
        (f"<mirrors>{mirror('*', 'https://m.example/all/')}</mirrors>", ("https://m.example/all",)),
        (
            f"<mirrors>{mirror('central, x', 'https://m.example/c')}</mirrors>",
            ("https://m.example/c", PLUGINS),
        ),
        (
            f"<mirrors>{mirror('*', 'http://127.0.0.1:8081/m2')}</mirrors>",
            ("http://127.0.0.1:8081/m2",),
        ),
        (f"<mirrors>{mirror('*', f'http://{PRIVATE}/m2')}</mirrors>", (f"http://{PRIVATE}/m2",)),
        (f"<mirrors>{mirror('*', f'http://{PUBLIC}/m2')}</mirrors>", ()),
        (f"<mirrors>{mirror('central', 'file:///m2')}</mirrors>", (PLUGINS,)),
        (f"<mirrors>{mirror('*', 'https://user:word@m.example/all')}</mirrors>", ()),
        (
            f"<profiles><profile>{DECLARED}</profile></profiles>",
            ("https://r.example/m2", CENTRAL, PLUGINS),
        ),
    ],
)
def test_the_user_s_settings_say_it(settings: str, expected: tuple[str, ...]) -> None:
    assert upstreams_of(f"<settings>{settings}</settings>".encode()) == expected


def test_settings_that_cannot_be_read_name_none() -> None:
    assert upstreams_of(b"<settings>") == (CENTRAL, PLUGINS)
