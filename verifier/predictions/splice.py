"""Edits one Java file by the ranges of its declarations; everything else stays byte for byte."""

from verifier.domain.source import (
    CompilationUnit,
    FileChange,
    JavaTree,
    Member,
    MemberKind,
    TypeDeclaration,
)
from verifier.java_text.encoding import JAVA_ESCAPES, decode, encoded
from verifier.java_text.layout import indentation, javadoc_of, reindented, with_javadoc
from verifier.java_text.members import find_type
from verifier.java_text.outline import head
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import same_code, scan
from verifier.predictions.given_members import GivenMember

_STEP = "    "


class FileSplice:
    """One file of the base with edits on top. Positions always count in the base's text.

    Edits are kept as ranges and joined at the end: an answer has many members, and each is looked
    up by the spans of the base, which an edit made at once would move.

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
        """A type of the file by its class chain (`Outer$Inner`)."""
        return find_type(self.unit, chain)

    def main_type(self) -> TypeDeclaration | None:
        """The type that the file is named after, else its first one."""
        name = self.path.rpartition("/")[2].removesuffix(".java")
        return self.type_named(name) or (self.unit.types[0] if self.unit.types else None)

    def member_text(self, member: Member) -> str:
        """A member as the base has it, Javadoc included."""
        return self.base_text[member.span.start : member.span.end]

    def replace(self, member: Member, given: GivenMember) -> bool:
        """Put a given member in another's place; False where the code is the same already."""
        old = self.member_text(member)
        # Models copy what they do not change, in their own layout; the file keeps its own.
        if same_code(old, given.text):
            return False
        # Javadoc that the answer omits is kept: models leave it out, and do not mean to delete it.
        indent = indentation(self.base_text, member.span.start)
        text = reindented(given.text, given.indent, indent)
        self._replaced[member.span.start, member.span.end] = with_javadoc(
            text, javadoc_of(old), indent
        )
        self.added.append(given.text)
        return True

    def insert(self, declared: TypeDeclaration, given: GivenMember, after: Member | None) -> None:
        """Add a member to a type: behind another member, else behind its last one."""
        anchor = after or self._anchor(declared, given)
        self.added.append(given.text)
        if given.member.kind is MemberKind.ENUM_CONSTANT:
            if anchor is not None:
                self._add(anchor.span.end, f", {given.text}")
            else:  # Java allows a comma behind the last constant, too
                self._add(declared.body.start + 1, f" {given.text},")
            return
        if anchor is None:
            indent = indentation(self.base_text, declared.span.start) + _STEP
            text = reindented(given.text, given.indent, indent)
            self._add(declared.body.start + 1, f"\n{indent}{text}\n")
            return
        indent = indentation(self.base_text, anchor.span.start)
        text = reindented(given.text, given.indent, indent)
        self._add(self._behind(anchor, declared), f"\n\n{indent}{text}")

    def replace_header(self, declared: TypeDeclaration, text: str) -> None:
        """Put another declaration in the place of a type's, up to its body; Javadoc that it has stays."""
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
        """Take a member out, with the blank lines in front of it."""
        # The blank lines behind stay: they part what is left.
        start = len(self.base_text[: member.span.start].rstrip())
        self._replaced[start, member.span.end] = ""

    def write(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of some characters of the base's."""
        self._replaced[start, end] = text

    def add_imports(self, lines: list[str]) -> None:
        """Add import declarations behind the file's last one."""
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
        """The file's text with all edits, in its own line ends."""
        edits = [(start, end, text) for (start, end), text in self._replaced.items()]
        edits += [(at, at, "".join(texts)) for at, texts in self._inserted.items()]
        result, position = [], 0
        for start, end, text in sorted(edits, key=lambda edit: edit[:2]):
            if start < position:  # inside of what an edit before has replaced: nothing stands there
                continue
            result += [self.base_text[position:start], self._source.with_own_newlines(text)]
            position = end
        return "".join([*result, self.base_text[position:]])

    def change(self) -> FileChange:
        """The edited file, in the encoding and with the byte-order mark of the base's."""
        return FileChange(path=self.path, content=self.change_bytes())

    def portable_text(self, declared: str) -> str:
        """The edited file as a prediction's whole file, which is written in the declared encoding.

        It is the text itself where that writes the same bytes, else ASCII with unicode escapes.
        """
        content = self.change_bytes()
        text = ("\ufeff" if self._source.marked else "") + self.text()
        if encoded(text, declared) == content:
            return text
        return self.text().encode("ascii", JAVA_ESCAPES).decode("ascii")

    def change_bytes(self) -> bytes:
        """The edited file's bytes."""
        return self._source.encode(self.text())

    def _add(self, offset: int, text: str) -> None:
        self._inserted.setdefault(offset, []).append(text)

    def _anchor(self, declared: TypeDeclaration, given: GivenMember) -> Member | None:
        """Behind which member a new one goes: fields behind fields, constants behind constants."""
        kind = given.member.kind
        if kind in {MemberKind.FIELD, MemberKind.ENUM_CONSTANT}:
            found = next((m for m in reversed(declared.members) if m.kind == kind), None)
            constants = [m for m in declared.members if m.kind is MemberKind.ENUM_CONSTANT]
            return found or next(reversed(constants), None)
        return declared.members[-1] if declared.members else None

    def _behind(self, anchor: Member, declared: TypeDeclaration) -> int:
        """The end of the anchor's line; behind the constants' semicolon in an enum."""
        if anchor.kind is not MemberKind.ENUM_CONSTANT:
            return self._end_of_line(anchor.span.end)
        # An enum of constants alone needs no semicolon, and may have a comma at their end.
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
        """Behind the comment that the rest of a line is; other code on the line stays behind."""
        end = offset + len(self.base_text[offset:].partition("\n")[0].rstrip("\r"))
        rest = self.base_text[offset:end].strip(" \t")
        return end if not rest or rest.startswith("//") else offset
