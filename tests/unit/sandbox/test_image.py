import pytest

from verifier.sandbox import image


def test_the_tag_changes_with_the_recipe_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    first = image.image_tag("bookworm")
    assert first == image.image_tag("bookworm")
    assert first.startswith("refverify-sandbox:bookworm-")
    assert first.rpartition("-")[2] != image.image_tag("trixie").rpartition("-")[2]
    monkeypatch.setattr(image, "PACKAGES", (*image.PACKAGES, "git"))
    assert image.image_tag("bookworm") != first


def test_the_image_has_what_the_entry_calls() -> None:
    assert {"bash", "coreutils", "findutils", "tar"} <= set(image.PACKAGES)
