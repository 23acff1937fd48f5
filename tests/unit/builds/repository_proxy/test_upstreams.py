"""Which repositories the proxy asks."""

import pytest

from verifier.builds.repository_proxy.upstreams import upstreams_of

CENTRAL = "https://central.example/m2"
PRIVATE, PUBLIC = "10.1.2.3", "8.8.8.8"
DECLARED = "<repositories><repository><url>https://r.example/m2</url></repository></repositories>"


def mirror(of: str, url: str) -> str:
    return f"<mirror><id>m</id><mirrorOf>{of}</mirrorOf><url>{url}</url></mirror>"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", (CENTRAL,)),
        (f"<mirrors>{mirror('*', 'https://m.example/all/')}</mirrors>", ("https://m.example/all",)),
        (
            f"<mirrors>{mirror('central, x', 'https://m.example/c')}</mirrors>",
            ("https://m.example/c",),
        ),
        (
            f"<mirrors>{mirror('*', 'http://127.0.0.1:8081/m2')}</mirrors>",
            ("http://127.0.0.1:8081/m2",),
        ),
        (f"<mirrors>{mirror('*', f'http://{PRIVATE}/m2')}</mirrors>", (f"http://{PRIVATE}/m2",)),
        (f"<mirrors>{mirror('*', f'http://{PUBLIC}/m2')}</mirrors>", ()),
        (f"<mirrors>{mirror('central', 'file:///m2')}</mirrors>", ()),
        (f"<mirrors>{mirror('*', 'https://user:word@m.example/all')}</mirrors>", ()),
        (
            f"<profiles><profile>{DECLARED}</profile></profiles>",
            ("https://r.example/m2", CENTRAL),
        ),
    ],
)
def test_the_user_s_settings_say_it(settings: str, expected: tuple[str, ...]) -> None:
    assert upstreams_of(f"<settings>{settings}</settings>".encode(), lambda: [CENTRAL]) == expected


def test_maven_is_not_needed_if_a_mirror_replaces_its_own_repositories() -> None:
    def fail() -> list[str]:
        raise AssertionError("asked")

    for of in ("*", "central"):
        settings = f"<settings><mirrors>{mirror(of, 'https://m.example/c')}</mirrors></settings>"
        assert upstreams_of(settings.encode(), fail) == ("https://m.example/c",)


def test_settings_that_cannot_be_read_name_none() -> None:
    assert upstreams_of(b"<settings>", lambda: [CENTRAL]) == (CENTRAL,)
