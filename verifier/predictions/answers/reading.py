"""Choose among the pieces of an answer: the last complete piece with the wanted method."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.domain.refactoring import MethodId
from verifier.domain.source import Member, MemberKind, TypeDeclaration
from verifier.java_text.calls import calls_of
from verifier.java_text.members import same_signature
from verifier.java_text.names import class_chain, outermost, simple_name
from verifier.java_text.tokens import token_texts
from verifier.predictions.answers.answer import AnswerPiece, PieceKind
from verifier.predictions.answers.given_members import GivenMember, list_members


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """The pieces that were chosen for each side, a description of them, and the other Java pieces.

    `target` and `target_path` are empty if the refactoring stays in its files.
    """

    words: str
    source: tuple[AnswerPiece, ...]
    target: tuple[AnswerPiece, ...] = ()
    target_path: str = ""
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """What choosing needs to know about the base.

    `sought` are the methods whose new versions the answer should contain. `source_class` is the
    chain of the wanted method's class. `declared` are the names that its file declares, `members`
    the words of its members. `known` is that file's text. `loses_name` says that the new version of
    the wanted method has another name.
    """

    sought: tuple[MethodId, ...]
    source_class: str
    declared: frozenset[str]
    members: frozenset[tuple[str, ...]]
    known: str
    loses_name: bool = False


def choose(pieces: Sequence[AnswerPiece], context: Context) -> Reading | None:
    """Read an answer that stays in its files; None if no piece has complete code.

    Other pieces of the same stretch are included. So are pieces with methods that the chosen one
    calls and that neither it nor the base declares, because some answers put a helper into a
    separate block.
    """
    usable = [p for p in pieces if any(not g.abridged for g in _list_members(p, context))]
    if not usable:
        return None
    chosen = _last_that_changes(usable, context)
    companions = _companions(chosen, usable, context)
    words = "the wanted method" if holds(chosen, context) else "without the wanted method"
    if companions:
        words += ", with " + ", ".join(f"piece {p.number}" for p in companions)
    taken = [*companions, *_siblings(chosen, pieces, usable), chosen]
    return Reading(
        words=f"{chosen}; {words}",
        source=tuple(p for p in pieces if any(p is each for each in taken)),
        target_path=_last_attempt(pieces)[1],
        alternatives=tuple(str(p) for p in pieces if p.is_java and p not in taken),
    )


def _last_that_changes(usable: list[AnswerPiece], context: Context) -> AnswerPiece:
    """Return the last piece with the wanted method that changes something.

    If none does, return the last piece. Models think aloud, so later code corrects earlier code.
    But some show the old code again after their answer.
    """
    holding = [p for p in usable if holds(p, context)]
    changing = [p for p in holding or usable if _changes(p, usable, context)]
    if not changing and context.loses_name:
        changing = [p for p in usable if _changes(p, usable, context)]
    return (changing or holding or usable)[-1]


def gives_new_code(pieces: Sequence[AnswerPiece], context: Context, *, anywhere: bool) -> bool:
    """Tell whether a piece changes something; without `anywhere` it must contain the wanted method."""
    javas = [p for p in pieces if p.is_java]
    return any(
        (anywhere or holds(piece, context)) and _changes(piece, javas, context) for piece in javas
    )


def _changes(piece: AnswerPiece, pieces: Sequence[AnswerPiece], context: Context) -> bool:
    """Tell whether a piece, or another of its stretch, has a complete member that the base lacks."""
    together = (p for p in pieces if p.number == piece.number)
    return any(
        not given.abridged and not _is_of_base(given, context)
        for each in together
        for given in _list_members(each, context)
    )


def _is_of_base(given: GivenMember, context: Context) -> bool:
    # A type's own members are listed separately.
    if given.member.kind is MemberKind.TYPE:
        return given.member.names[0] in context.declared
    return token_texts(given.text) in context.members


def choose_move(
    pieces: Sequence[AnswerPiece], context: Context, *, pure_move: bool
) -> Reading | None:
    """Read an answer that names a target file; None if no piece has complete code.

    With several attempts, the last path that is followed by code counts. A piece that is the source
    class, or the last of several bare ones, belongs to the source file; the others belong to the
    target. A single bare piece is divided: the wanted method's new version belongs to the source
    file, unless it is the moved method itself (`pure_move` with one version).
    """
    attempt, path = _last_attempt(pieces)
    usable = [p for p in attempt if any(not g.abridged for g in _list_members(p, context))]
    javas = _without_code_before(usable, context)
    if not javas:
        return None
    source = [p for p in javas if _is_source_class(p, context)]
    bare = [p for p in javas if p.kind is PieceKind.MEMBERS]
    # The format puts the moved code first and the remaining method last.
    if not source and len(javas) > 1 and bare:
        holding = [p for p in bare if holds(p, context)]
        source = [holding[-1] if holding else bare[-1]]
    if not source and len(bare) == 1:
        javas, source = _divide(bare[0], javas, context, pure_move=pure_move)
    target = [p for p in javas if p not in source]
    words = f"target: {_list_pieces(target)}; source: {_list_pieces(source)}"
    return Reading(
        words=words,
        source=tuple(source),
        target=tuple(target),
        target_path=path,
        alternatives=tuple(str(p) for p in pieces if p.is_java and p not in javas),
    )


def _without_code_before(usable: list[AnswerPiece], context: Context) -> list[AnswerPiece]:
    """Remove pieces that only repeat the old wanted method after a piece with its new version."""
    kept: list[AnswerPiece] = []
    for piece in usable:
        repeated = holds(piece, context) and not _changes(piece, usable, context)
        if not repeated or not _has_new_version(kept, piece, context):
            kept.append(piece)
    return kept


def _has_new_version(before: list[AnswerPiece], piece: AnswerPiece, context: Context) -> bool:
    if _is_source_class(piece, context):
        classes = [p for p in before if _is_source_class(p, context)]
        return any(not holds(p, context) or _changes(p, before, context) for p in classes)
    # The moved code comes first: it contains the wanted method too, perhaps unchanged.
    bare = [p for p in before if p.kind is PieceKind.MEMBERS]
    holding = [p for p in bare if holds(p, context) and _changes(p, before, context)]
    return piece.kind is PieceKind.MEMBERS and bool(holding) and len(before) > 1


def split_types(pieces: Sequence[AnswerPiece]) -> tuple[AnswerPiece, ...]:
    """Split pieces with several top-level types into pieces with the same number."""
    return tuple(part for piece in pieces for part in _split(piece))


def _split(piece: AnswerPiece) -> Iterator[AnswerPiece]:
    if piece.kind is not PieceKind.TYPES or piece.unit is None:
        yield piece
        return
    by_outermost: dict[str, list[TypeDeclaration]] = {}
    for declared in piece.unit.types:
        by_outermost.setdefault(outermost(declared.class_name), []).append(declared)
    for types in by_outermost.values():
        yield replace(piece, unit=replace(piece.unit, types=tuple(types)))


def _divide(
    piece: AnswerPiece, javas: list[AnswerPiece], context: Context, *, pure_move: bool
) -> tuple[list[AnswerPiece], list[AnswerPiece]]:
    if piece.unit is None or not piece.unit.types:
        return javas, []
    declared = piece.unit.types[0]
    methods = [m for m in declared.members if m.method is not None]
    own = [
        m for m in methods if m.method and any(same_signature(m.method, s) for s in context.sought)
    ]
    if not own or len(methods) == 1 or (pure_move and len(own) == 1):
        return javas, []
    # The later of two versions, because the first is the moved method.
    for_source = _with_members(piece, [own[-1]])
    for_target = _with_members(piece, [m for m in declared.members if m is not own[-1]])
    return [for_target if p is piece else p for p in javas] + [for_source], [for_source]


def _with_members(piece: AnswerPiece, members: list[Member]) -> AnswerPiece:
    if piece.unit is None:
        return piece
    declared = replace(piece.unit.types[0], members=tuple(members))
    return replace(piece, unit=replace(piece.unit, types=(declared, *piece.unit.types[1:])))


def holds(piece: AnswerPiece, context: Context) -> bool:
    """Tell whether a piece has a complete new version of a sought method."""
    return any(
        not given.abridged and any(given.is_method(method) for method in context.sought)
        for given in _list_members(piece, context)
    )


def _list_members(piece: AnswerPiece, context: Context) -> tuple[GivenMember, ...]:
    return list_members(piece, context.known)


def _siblings(
    chosen: AnswerPiece, pieces: Sequence[AnswerPiece], usable: list[AnswerPiece]
) -> list[AnswerPiece]:
    """Return the other pieces of a stretch, including empty types, which abridge nothing."""
    same = (p for p in pieces if p.is_java and p.number == chosen.number and p is not chosen)
    return [p for p in same if p in usable or not list_members(p)]


def _companions(
    chosen: AnswerPiece, usable: list[AnswerPiece], context: Context
) -> list[AnswerPiece]:
    called = {call.name for call in calls_of(chosen.source)} - context.declared
    missing = called - _names(chosen, context)
    found: list[AnswerPiece] = []
    # Backwards, so that the later of two versions of a helper is taken.
    for piece in reversed(usable):
        names = _names(piece, context)
        bare = piece.kind is PieceKind.MEMBERS and piece.number != chosen.number
        if bare and names & missing:
            if not holds(piece, context):
                found.append(piece)
            missing -= names
    return found


def _names(piece: AnswerPiece, context: Context) -> set[str]:
    return {name for given in _list_members(piece, context) for name in given.member.names}


def _last_attempt(pieces: Sequence[AnswerPiece]) -> tuple[list[AnswerPiece], str]:
    """Return the pieces from the last path on that code follows, and that path."""
    named = [n for n, p in enumerate(pieces) if p.path and any(q.is_java for q in pieces[n:])]
    if not named:
        return list(pieces), ""
    paths = [n for n in named if pieces[n].kind is PieceKind.PATH] or named
    return list(pieces[paths[-1] :]), pieces[paths[-1]].path


def _is_source_class(piece: AnswerPiece, context: Context) -> bool:
    if piece.kind is not PieceKind.TYPES or piece.unit is None:
        return False
    chains = {class_chain(t.class_name) for t in piece.unit.types}
    simple = simple_name(context.source_class)
    return context.source_class in chains or simple in chains


def _list_pieces(pieces: Sequence[AnswerPiece]) -> str:
    return ", ".join(str(p) for p in pieces) or "nothing"
