import pytest

from verifier.tools.hostile_xml import UnreadableXml, read_xml

BOMB = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>'
FILE_READER = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'


def test_the_root_element_is_given() -> None:
    root = read_xml(b"<suite name='all'><case/></suite>")

    assert (root.tag, root.get("name"), len(root)) == ("suite", "all", 1)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<a>",
        b"no XML",
        b"<a>\xff</a>",
        b"<!DOCTYPE a><a/>",
        BOMB,
        FILE_READER,
        b'<?xml version="1.0" encoding="no-such"?><a/>',
        b'<?xml version="1.0" encoding="shift-jis"?><a/>',
    ],
)
def test_what_is_no_plain_xml_is_refused_with_one_error(content: bytes) -> None:
    with pytest.raises(UnreadableXml):
        read_xml(content)
