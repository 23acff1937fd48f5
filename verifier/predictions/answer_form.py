"""Turn raw LLM text into a candidate: read the pieces, choose among them, and splice declarations."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.refactoring_traits import OTHER, Traits
from verifier.domain.source import Analysis, Candidate, JavaTree, Member, Rejection, TypeDeclaration
from verifier.java_text.calls import calls_of
from verifier.java_text.members import find_method, same_signature, type_of
from verifier.java_text.names import class_chain
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import token_texts
from verifier.predictions.answers.answer import (
    MOST_CHARACTERS,
    AnswerPiece,
    AnswerReader,
    PieceKind,
    read_pieces,
)
from verifier.predictions.answers.answer_diff import describe_unread_form, join_diffs
from verifier.predictions.answers.given_members import imports_of
from verifier.predictions.answers.reading import (
    Context,
    Reading,
    choose,
    choose_move,
    gives_new_code,
    split_types,
)
from verifier.predictions.answers.wrapping import JsonText, WrappingError, json_texts
from verifier.predictions.limits import MOST_NESTED, is_nested_too_deeply
from verifier.predictions.patches.patch import PatchError
from verifier.predictions.splicing.callers import is_called_elsewhere
from verifier.predictions.splicing.imports import ImportSource, find_needed_imports
from verifier.predictions.splicing.places import (
    MethodPlace,
    find_file,
    header_for,
    inline_target,
    outermost_classes,
    source_place,
)
from verifier.predictions.splicing.placing import (
    Placing,
    drop_unmentioned,
    is_separate_class,
    place,
)
from verifier.predictions.splicing.splice import FileSplice

Apply = Callable[[str], Candidate | Rejection]
"""Turns a unified diff into a candidate."""


def from_answer(  # noqa: PLR0913 - all that an answer is read against
    answer: str,
    *,
    wanted: WantedRefactoring,
    base: JavaTree,
    analysis: Analysis,
    instance: Instance | None,
    apply: Apply,
) -> Candidate | Rejection:
    """Read an answer in one of the formats of SWE-Refactor's appendix E, or in a damaged one.

    `apply` turns a unified diff into a candidate, for answers that are diffs.

    Raises:
        AnalysisError, AnalysisTimeout: the analysis JVM failed on the answer or a base file.
    """
    texts = _texts_in(answer)
    if isinstance(texts, Rejection):
        return texts
    source = source_place(wanted, base, instance)
    if source is None:
        details = f"no file of the base declares {wanted.method.class_name}"
        return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
    reader, traits = JavaReader(analysis=analysis), wanted.type.traits
    desk = _Desk(traits=traits, base=base, reader=reader, source=source, apply=apply)
    desk.target = inline_target(base, instance)
    return desk.work(answer, texts.found)


def from_rewritten(
    answer: str, *, source: MethodPlace, base: JavaTree, analysis: Analysis, apply: Apply
) -> Candidate | Rejection:
    """Read an answer that gives the new version of the method at `source`, perhaps with new members.

    Raises:
        AnalysisError, AnalysisTimeout: as in `from_answer`.
    """
    texts = _texts_in(answer)
    if isinstance(texts, Rejection):
        return texts
    reader = JavaReader(analysis=analysis)
    desk = _Desk(traits=OTHER, base=base, reader=reader, source=source, apply=apply)
    return desk.work(answer, texts.found)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Texts:
    """The texts of an answer in JSON; None if the answer is not JSON."""

    found: Sequence[JsonText] | None


def _texts_in(answer: str) -> _Texts | Rejection:
    """Unwrap an answer, or reject one that is too long or nests too deeply."""
    if len(answer) > MOST_CHARACTERS:
        return _unparsable(f"{len(answer):,} characters; {MOST_CHARACTERS:,} are allowed")
    try:
        texts = json_texts(answer)
    except WrappingError as error:
        return _unparsable(f"the answer is JSON, and {error}: give the code alone")
    if any(is_nested_too_deeply(each.text) for each in texts or ()) or is_nested_too_deeply(answer):
        return _unparsable(f"the answer nests brackets more than {MOST_NESTED:,} deep")
    return _Texts(found=texts)


@dataclass(kw_only=True)
class _Desk:
    """One answer in progress: the open files, and what was placed in them.

    `traits` are those of the wanted refactoring, or of none; `source` is the place of its method.
    """

    traits: Traits
    base: JavaTree
    reader: JavaReader
    source: MethodPlace
    apply: Apply
    target: MethodPlace | None = None
    _files: dict[str, FileSplice] = field(default_factory=dict)
    _placing: Placing = field(default_factory=Placing)

    def work(self, answer: str, texts: Sequence[JsonText] | None) -> Candidate | Rejection:
        home = self._file(self._home.path)
        declared = type_of(home.unit, self._home.method) or home.main_type()
        if declared is None:
            details = f"{home.path} declares no type"
            return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
        reader = AnswerReader(
            parse=self.reader.read,
            wrapper=header_for(home, declared),
            outermost=outermost_classes(home, self.base),
            sought=frozenset(method.name for method in self._list_sought(declared, home)),
        )
        pieces = read_pieces(answer, reader) if texts is None else _pieces_in_json(texts, reader)
        if isinstance(pieces, Rejection):
            return pieces
        context = self._context(home, declared)
        anywhere = self.traits.has_target_file or context.loses_name
        diffs = [piece for piece in pieces if piece.kind is PieceKind.DIFF]
        if diffs and not gives_new_code(pieces, context, anywhere=anywhere):
            return self._from_diffs(diffs, pieces)
        if not any(piece.is_java for piece in pieces):
            return _without_code(pieces, answer)
        reading = self._choose(pieces, context)
        if reading is None:
            return _unparsable("all code in the answer is abridged")
        return self._splice(reading, home, declared)

    def _from_diffs(
        self, diffs: Sequence[AnswerPiece], pieces: Sequence[AnswerPiece]
    ) -> Candidate | Rejection:
        """Apply the diffs of an answer as one patch."""
        named = ", ".join(str(diff) for diff in diffs)
        try:
            result = self.apply(join_diffs([diff.text for diff in diffs]))
        except PatchError as error:
            return _unparsable(f"{named}: {error}; give a whole diff or whole methods")
        if isinstance(result, Rejection):
            return replace(result, details=f"{named}: {result.details}")
        others = tuple(str(piece) for piece in pieces if piece.is_java)
        return replace(result, reading=f"{named}, applied as a patch", alternatives=others)

    @property
    def _home(self) -> MethodPlace:
        """The place for bare members: an inlined method's target, or the wanted method's class."""
        inlining = self.traits.inlines_method and self.target is not None
        return self.target if inlining and self.target is not None else self.source

    def _context(self, home: FileSplice, declared: TypeDeclaration) -> Context:
        members = [m for t in home.unit.types for m in t.members]
        return Context(
            sought=tuple(self._list_sought(declared, home)),
            source_class=class_chain(declared.class_name),
            declared=frozenset(name for member in members for name in member.names),
            members=frozenset(token_texts(home.member_text(member)) for member in members),
            known=home.base_text,
            loses_name=self.traits.renames_in_place,
        )

    def _choose(self, pieces: tuple[AnswerPiece, ...], context: Context) -> Reading | None:
        if not self.traits.has_target_file:
            return choose(split_types(pieces), context)
        pure_move = not (self.traits.extracts or self.traits.renames)
        return choose_move(split_types(pieces), context, pure_move=pure_move)

    def _list_sought(self, declared: TypeDeclaration, home: FileSplice) -> Iterable[MethodId]:
        """Return the methods whose new versions the answer should contain."""
        if not self.traits.inlines_method:
            return (self.source.method,)
        if self.target is not None:
            return (self.target.method,)
        name = self.source.method.name
        return [
            m.method
            for m in declared.members
            if m.method is not None and any(calls_of(home.member_text(m), name))
        ]

    def _splice(
        self, reading: Reading, home: FileSplice, declared: TypeDeclaration
    ) -> Candidate | Rejection:
        refused = self._place_target(reading)
        if refused is not None:
            return refused
        anchor = find_method(declared, self._home.method)
        self._place(reading.source, declared, lambda p: self._file_for(p, home), anchor)
        if self.traits.drops_method and (self._placing.added or self._placing.replaced):
            self._let_go(reading, home)
        self._import(reading)
        changes = tuple(f.change() for f in self._files.values() if f.text() != f.base_text)
        return Candidate(
            changes=changes,
            patch="",
            reading="; ".join(filter(None, (reading.words, str(self._placing)))),
            alternatives=reading.alternatives,
        )

    def _place_target(self, reading: Reading) -> Rejection | None:
        """Put the moved code into the file that the answer names."""
        # Its code goes to the calling method, which the instance names. A path in the answer is
        # only checked.
        traits = self.traits
        if traits.inlines and traits.moves:
            named = reading.target_path
            return _unknown(named) if named and find_file(named, self.base) is None else None
        if not self.traits.has_target_file:
            return None
        path = find_file(reading.target_path, self.base) if reading.target_path else None
        if path is None:
            path = None if reading.target_path else self._path_by_class(reading.target)
        if path is None:
            return _unknown(reading.target_path)
        file = self._file(path)
        main = file.main_type()
        if main is None:
            return Rejection(reason=Reason.UNKNOWN_TARGET, details=f"{path} declares no type")
        self._place(reading.target, main, lambda _: file, None)
        return None

    def _place(
        self,
        pieces: tuple[AnswerPiece, ...],
        default: TypeDeclaration,
        file_for: Callable[[AnswerPiece], FileSplice],
        anchor: Member | None,
    ) -> None:
        """Place classes before the types next to them, so that new types follow new methods."""
        files = [(piece, file_for(piece)) for piece in pieces]
        separate = [is_separate_class(piece, pieces, file, default) for piece, file in files]
        for last in (False, True):
            for (piece, file), each in zip(files, separate, strict=True):
                if each is last:
                    place(file, piece, default, self._placing, anchor=anchor, is_separate=each)

    def _path_by_class(self, pieces: tuple[AnswerPiece, ...]) -> str | None:
        """Return the only file that is named after a class in the answer, for an answer without a
        path.
        """
        names = [
            class_chain(t.class_name)
            for p in pieces
            if p.unit is not None and p.kind is PieceKind.TYPES
            for t in p.unit.types
        ]
        found = {path for n in names if (path := find_file(n + ".java", self.base)) is not None}
        return found.pop() if len(found) == 1 else None

    def _file_for(self, piece: AnswerPiece, home: FileSplice) -> FileSplice:
        """Return the open file with the piece's class; `home` for bare members and unknown classes."""
        if piece.kind is PieceKind.TYPES and piece.unit is not None and piece.unit.types:
            chain = class_chain(piece.unit.types[0].class_name)
            for file in (home, self._file(self.source.path)):
                if file.type_named(chain) is not None:
                    return file
        return home

    def _let_go(self, reading: Reading, home: FileSplice) -> None:
        """Remove the inlined or moved method from its old place, unless the answer keeps it."""
        file = self._file(self.source.path)
        method = self.source.method
        for piece in reading.source:
            drop_unmentioned(self._file_for(piece, home), piece, method, self._placing)
        declared = type_of(file.unit, method)
        # An answer with a new version of the method in its old place keeps it as a delegate.
        given = [m for m in self._list_given_at_source(reading) if same_signature(m, method)]
        member = find_method(declared, method)
        if member is None or given or method.name in self._placing.dropped:
            return
        edited = {path: f.text() for path, f in self._files.items()}
        # Its calls of itself are no reason to keep it.
        edited[file.path] = file.text().replace(file.member_text(member), "", 1)
        if not is_called_elsewhere(member, file.path, edited, self.base):
            file.remove(member)
            self._placing.dropped.append(method.name)

    def _list_given_at_source(self, reading: Reading) -> Iterable[MethodId]:
        for piece in reading.source:
            for declared in piece.unit.types if piece.unit else ():
                yield from (m.method for m in declared.members if m.method is not None)

    def _import(self, reading: Reading) -> None:
        answer = tuple(i for p in (*reading.source, *reading.target) for i in imports_of(p))
        source = self._file(self.source.path)
        for file in self._files.values():
            # The answer's own imports come first: they decide between two classes of one name.
            sources = [ImportSource(imports=answer)]
            if file is not source:
                origin = source.unit
                sources.append(ImportSource(imports=origin.imports, package=origin.package))
            sources += [
                ImportSource(package=other.unit.package)
                for other in self._files.values()
                if other is not file and other.unit.package != file.unit.package
            ]
            file.add_imports(
                find_needed_imports(file.added, file.unit, file.path, self.base, sources)
            )

    def _file(self, path: str) -> FileSplice:
        if path not in self._files:
            self._files[path] = FileSplice(self.base, path, self.reader)
        return self._files[path]


def _pieces_in_json(
    texts: Sequence[JsonText], reader: AnswerReader
) -> tuple[AnswerPiece, ...] | Rejection:
    """Return the pieces of the only text with code in a JSON answer."""
    read = {each.name: read_pieces(each.text, reader) for each in texts}
    found = [
        name
        for name, pieces in read.items()
        if any(piece.is_java or piece.kind is PieceKind.DIFF for piece in pieces)
    ]
    if len(found) > 1:
        fields = ", ".join(map(repr, found))
        return _unparsable(f"the answer is JSON with code in several fields: {fields}; give one")
    if found:
        return read[found[0]]
    if not texts:
        return _unparsable("the answer is a JSON object without a text: give the code alone")
    return tuple(piece for pieces in read.values() for piece in pieces)


def _unparsable(details: str) -> Rejection:
    return Rejection(reason=Reason.UNPARSABLE_ANSWER, details=details)


def _without_code(pieces: tuple[AnswerPiece, ...], answer: str) -> Rejection:
    if any(piece.kind is PieceKind.REFUSAL for piece in pieces):
        details = "the answer says that no refactoring is needed"
        return Rejection(reason=Reason.NO_CHANGE, details=details)
    kinds = ", ".join(str(piece) for piece in pieces) or "an empty answer"
    return _unparsable(f"no Java declaration: {kinds}{describe_unread_form(answer)}")


def _unknown(path: str) -> Rejection:
    details = f"no such target file in the base: {path}" if path else "no target file is named"
    return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
