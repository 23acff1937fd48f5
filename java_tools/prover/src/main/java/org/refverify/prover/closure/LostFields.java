package org.refverify.prover.closure;

import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.refverify.prover.closure.MemberNodes.Node;

/**
 * Finds fields of the old version that nothing sets any more because the new version does not have
 * them, for instance after a rename. Unchanged members still read them.
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

  /** The readers of the fields that a file declares. */
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
   * Whether the field has lost its value. For most fields, one search of the whole tree shows that
   * nothing changed.
   */
  private boolean isUnset(UsedDeclaration field) {
    return !isWritten(now, field) && isWritten(base, field);
  }

  private boolean isWritten(VersionMembers version, UsedDeclaration field) {
    return around(version, field)
        .anyMatch(each -> version.file(each.declared().file()).written(each).contains(field.key()));
  }

  /** The members of the files that contain the field's name. */
  private static Stream<Node> around(VersionMembers version, UsedDeclaration field) {
    return version.version().mentioning(Set.of(field.declared().name())).stream()
        .flatMap(version::codeOf);
  }
}
