package org.refverify.prover.closure;

import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.refverify.prover.closure.MemberNodes.Node;

/**
 * Fields of the old version that nothing gives a value any more, since the new version does not
 * have them: one that it renamed, say. Members that nobody touched still read them.
 */
final class LostFields {
  private final VersionMembers base;
  private final VersionMembers now;
  private final VersionMembers after;

  LostFields(VersionMembers base, VersionMembers now, VersionMembers after) {
    this.base = base;
    this.now = now;
    this.after = after;
  }

  /**
   * A member that reads a field without a value.
   *
   * @param key the field's
   */
  record Reader(String key, Declared declared) {}

  /** Those of the fields that a file declares. */
  Stream<Reader> readers(String file) {
    return now.file(file)
        .all()
        .filter(this::isGone)
        .map(field -> Bindings.field(((FieldDeclaration) field.tree()).binding))
        .filter(field -> field != null && isUnset(field))
        .flatMap(
            field ->
                around(now, field)
                    .filter(
                        each -> now.file(each.declared().file()).read(each).contains(field.key()))
                    .map(each -> new Reader(field.key(), each.declared())));
  }

  private boolean isGone(Node node) {
    return node.declared().kind().equals("field")
        && node.tree() instanceof FieldDeclaration field
        && field.initialization == null
        && field.binding != null
        && base.has(node.declared())
        && after.hasClassOf(node.declared())
        && !after.has(node.declared());
  }

  /**
   * A field that nothing changed reads as before: one look at the whole tree is enough for most.
   */
  private boolean isUnset(UsedDeclaration field) {
    return !isWritten(now, field) && isWritten(base, field);
  }

  private boolean isWritten(VersionMembers version, UsedDeclaration field) {
    return around(version, field)
        .anyMatch(each -> version.file(each.declared().file()).written(each).contains(field.key()));
  }

  /** The members of the files in whose code the field's name stands. */
  private static Stream<Node> around(VersionMembers version, UsedDeclaration field) {
    return version.version().mentioning(Set.of(field.declared().name())).stream()
        .flatMap(version::codeOf);
  }
}
