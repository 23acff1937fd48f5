"""Bases that cannot be judged whatever their build says."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE
from verifier.builds.preparation import refuse_shared_sources
from verifier.errors import BaseInvalidError


def test_one_folder_for_main_and_test_sources_is_refused() -> None:
    shared = replace(MODULE, test_sources=("src/test/java", "src/main/java"))

    with pytest.raises(BaseInvalidError, match="src/main/java holds both main and test sources"):
        refuse_shared_sources([MODULE, shared])


def test_a_parent_without_code_has_no_sources_to_share() -> None:
    refuse_shared_sources([replace(MODULE, has_code=False, test_sources=("src/main/java",))])
