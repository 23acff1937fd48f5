"""The licence is read from the files of the tree; an unknown one is never permissive."""

import pytest

from tests.support.answers import MemoryTree
from verifier.errors import UsageError
from verifier.publishing.licences import Allowed, Licence, licence_of

APACHE = (
    "\n    Apache License\n    Version 2.0, January 2004\n    http://www.apache.org/licenses/\n"
)
MIT = (
    "Copyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person"
    " obtaining a copy of this software"
)
EPL2 = "Eclipse Public License - v 2.0\n\n THE ACCOMPANYING PROGRAM"
EPL1 = "Eclipse Public License - v 1.0\n\n THE ACCOMPANYING PROGRAM"
LGPL = (
    "GNU LESSER GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007\n ... GNU General Public License"
)
GPL = "GNU GENERAL PUBLIC LICENSE\n  Version 2, June 1991\n ... use the GNU Lesser General Public License"
BSD3 = (
    "Redistributions of source code must retain the above copyright notice.\n"
    "Neither the name of the copyright holder nor the names of its contributors"
)
BSD2 = "1. Redistributions of source code must retain the above copyright notice."
POM = "<project><licenses><license><name>{}</name></license></licenses></project>"


@pytest.mark.parametrize(
    ("text", "spdx"),
    [
        (APACHE, "Apache-2.0"),
        (MIT, "MIT"),
        (EPL2, "EPL-2.0"),
        (EPL1, "EPL-1.0"),
        (LGPL, "LGPL-3.0-only"),
        (GPL, "GPL-2.0-only"),
        (BSD3, "BSD-3-Clause"),
        (BSD2, "BSD-2-Clause"),
        ("All rights reserved.", "NOASSERTION"),
    ],
)
def test_a_licence_is_known_by_its_words(text: str, spdx: str) -> None:
    found = licence_of(MemoryTree.of({"LICENSE.txt": text, "src/LICENSE": GPL}))

    assert found == Licence(id=spdx, files=("LICENSE.txt",))


def test_of_several_files_the_strictest_counts() -> None:
    tree = MemoryTree.of({"LICENSE-APACHE": APACHE, "LICENSE.GPL": GPL, "COPYING.md": MIT})

    assert licence_of(tree).id == "GPL-2.0-only"
    assert licence_of(MemoryTree.of({"LICENSE": APACHE, "LICENSE.x": "?"})).id == "NOASSERTION"


def test_without_a_file_the_pom_is_asked() -> None:
    name = "The Apache Software License, Version 2.0"

    assert licence_of(MemoryTree.of({"pom.xml": POM.format(name)})).id == "Apache-2.0"
    assert licence_of(MemoryTree.of({"pom.xml": POM.format("Our own")})).id == "NOASSERTION"
    assert licence_of(MemoryTree.of({"License.java": APACHE})).id == "NOASSERTION"


def test_what_is_copied_is_permissive_unless_somebody_says_otherwise() -> None:
    gpl, unknown, mit = (Licence(id=i) for i in ("GPL-2.0-only", "NOASSERTION", "MIT"))

    assert [Allowed().covers(each) for each in (gpl, unknown, mit)] == [False, False, True]
    assert [Allowed.parse("any").covers(each) for each in (gpl, unknown)] == [True, True]
    assert [Allowed.parse("GPL-2.0-only").covers(each) for each in (gpl, mit)] == [True, False]
    assert Allowed.parse("permissive") == Allowed()
    with pytest.raises(UsageError, match="names no licence"):
        Allowed.parse(" , ")
