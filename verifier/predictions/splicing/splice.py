"""Edit one Java file by the ranges of its declarations; everything else stays byte for byte."""

from verifier.domain.source import (
    CompilationUnit,
    FileChange,
    JavaTree,
    Member,
    MemberKind,
    TypeDeclaration,
)
from verifier.java_text.encoding import JAVA_ESCAPES, decode, encode
from verifier.java_text.layout import indentation, javadoc_of, reindent, with_javadoc
from verifier.java_text.members import find_type
from verifier.java_text.outline import head
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import same_code, scan
from verifier.predictions.answers.given_members import GivenMember

_STEP = "    "


class FileSplice:
    """One file of the base with edits on top. Positions always refer to the base's text.

    Edits are kept as ranges and joined at the end. An answer has many members, and each is looked
    up by its span in the base, which an immediate edit would shift.

    Raises (on construction):
        FileNotFoundError: the tree has no such file.
    """

    def __init__(self, base: JavaTree, path: str, reader: JavaReader) -> None:
        content = base.read(path)
        if content is None:
            raise FileNotFoundError(path)
        self.path = path
        self._source = decode(content, base.encoding(path))
        self.base_text = self._source.text
        self.unit: CompilationUnit = reader.read(self.base_text)
        self._replaced: dict[tuple[int, int], str] = {}
        self._inserted: dict[int, list[str]] = {}
        self.added: list[str] = []

    def type_named(self, chain: str) -> TypeDeclaration | None:
        """Return a type of the file by its class chain (`Outer$Inner`)."""
        return find_type(self.unit, chain)

    def main_type(self) -> TypeDeclaration | None:
        """Return the type that the file is named after, or its first one."""
        name = self.path.rpartition("/")[2].removesuffix(".java")
        return self.type_named(name) or (self.unit.types[0] if self.unit.types else None)

    def member_text(self, member: Member) -> str:
        """Return a member's text in the base, with Javadoc."""
        return self.base_text[member.span.start : member.span.end]

    def replace(self, member: Member, given: GivenMember) -> bool:
        """Replace a member by a given one; False if the code is already the same."""
        old = self.member_text(member)
        # Models copy unchanged code in their own layout; the file keeps its layout.
        if same_code(old, given.text):
            return False
        # Models omit Javadoc without meaning to delete it, so it stays.
        indent = indentation(self.base_text, member.span.start)
        text = reindent(given.text, given.indent, indent)
        self._replaced[member.span.start, member.span.end] = with_javadoc(
            text, javadoc_of(old), indent
        )
        self.added.append(given.text)
        return True

    def insert(self, declared: TypeDeclaration, given: GivenMember, after: Member | None) -> None:
        """Add a member to a type after the given member, or after a suitable one."""
        anchor = after or self._anchor(declared, given)
        self.added.append(given.text)
        if given.member.kind is MemberKind.ENUM_CONSTANT:
            if anchor is not None:
                self._add(anchor.span.end, f", {given.text}")
            else:  # Java also allows a comma after the last constant
                self._add(declared.body.start + 1, f" {given.text},")
            return
        if anchor is None:
            indent = indentation(self.base_text, declared.span.start) + _STEP
            text = reindent(given.text, given.indent, indent)
            self._add(declared.body.start + 1, f"\n{indent}{text}\n")
            return
        indent = indentation(self.base_text, anchor.span.start)
        text = reindent(given.text, given.indent, indent)
        self._add(self._behind(anchor, declared), f"\n\n{indent}{text}")

    def replace_header(self, declared: TypeDeclaration, text: str) -> None:
        """Replace a type's declaration up to its body; its existing Javadoc stays."""
        old = self.base_text[declared.span.start : declared.body.start]
        javadoc = javadoc_of(old)
        kept = len(javadoc) + len(old[len(javadoc) :]) - len(old[len(javadoc) :].lstrip())
        given = text.removeprefix(javadoc_of(text)).lstrip()
        self._replaced[declared.span.start + kept, declared.body.start] = given
        self.added.append(given)

    def append_type(self, text: str) -> None:
        """Add a type at the end of the file."""
        self.added.append(text)
        self._add(len(self.base_text.rstrip()), f"\n\n{text}")

    def remove(self, member: Member) -> None:
        """Remove a member and the blank lines before it."""
        # The blank lines after it stay to separate its neighbours.
        start = len(self.base_text[: member.span.start].rstrip())
        self._replaced[start, member.span.end] = ""

    def write(self, start: int, end: int, text: str) -> None:
        """Replace a range of the base's text."""
        self._replaced[start, end] = text

    def add_imports(self, lines: list[str]) -> None:
        """Add import declarations after the file's last one."""
        if not lines:
            return
        block = "\n".join(lines)
        imports = self.unit.imports
        if imports:
            end = max(i.span.end for i in imports)
            self._add(self._end_of_line(end), "\n" + block)
            return
        package = head(self.base_text, decoded=False).package_line
        if package is not None:
            self._add(self._end_of_line(package.span.end), "\n\n" + block)
        else:
            self._add(0, block + "\n\n")

    def text(self) -> str:
        """Return the file's text with all edits, in its own line ends."""
        edits = [(start, end, text) for (start, end), text in self._replaced.items()]
        edits += [(at, at, "".join(texts)) for at, texts in self._inserted.items()]
        result, position = [], 0
        for start, end, text in sorted(edits, key=lambda edit: edit[:2]):
            if start < position:  # within a range that an earlier edit replaced
                continue
            result += [self.base_text[position:start], self._source.with_own_newlines(text)]
            position = end
        return "".join([*result, self.base_text[position:]])

    def change(self) -> FileChange:
        """Return the edited file, in the encoding and with the byte-order mark of the base's file."""
        return FileChange(path=self.path, content=self.change_bytes())

    def portable_text(self, declared: str) -> str:
        """Return the edited file for a prediction, which is written in the declared encoding.

        It is the text itself if that gives the same bytes, otherwise ASCII with unicode escapes.
        """
        content = self.change_bytes()
        text = ("\ufeff" if self._source.marked else "") + self.text()
        if encode(text, declared) == content:
            return text
        return self.text().encode("ascii", JAVA_ESCAPES).decode("ascii")

    def change_bytes(self) -> bytes:
        """Return the edited file's bytes."""
        return self._source.encode(self.text())

    def _add(self, offset: int, text: str) -> None:
        self._inserted.setdefault(offset, []).append(text)

    def _anchor(self, declared: TypeDeclaration, given: GivenMember) -> Member | None:
        """Return the member after which a new one goes: fields after fields, constants after
        constants.
        """
        kind = given.member.kind
        if kind in {MemberKind.FIELD, MemberKind.ENUM_CONSTANT}:
            found = next((m for m in reversed(declared.members) if m.kind == kind), None)
            constants = [m for m in declared.members if m.kind is MemberKind.ENUM_CONSTANT]
            return found or next(reversed(constants), None)
        return declared.members[-1] if declared.members else None

    def _behind(self, anchor: Member, declared: TypeDeclaration) -> int:
        """Return the end of the anchor's line; in an enum after the constants' semicolon."""
        if anchor.kind is not MemberKind.ENUM_CONSTANT:
            return self._end_of_line(anchor.span.end)
        # An enum with only constants needs no semicolon and may end with a comma.
        start = end = anchor.span.end
        for token in scan(self.base_text[start : declared.body.end], decoded=False):
            if token.text not in {",", ";"}:
                break
            end = start + token.end
            if token.text == ";":
                return end
        if ";" not in self._inserted.get(end, []):
            self._add(end, ";")
        return end

    def _end_of_line(self, offset: int) -> int:
        """Return the offset after a trailing line comment; other code on the line stays after it."""
        end = offset + len(self.base_text[offset:].partition("\n")[0].rstrip("\r"))
        rest = self.base_text[offset:end].strip(" \t")
        return end if not rest or rest.startswith("//") else offset
