package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.NameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;

/**
 * One place of a file that names a type, a method, a field or a variable.
 *
 * @param node the node that contains the name
 * @param part 0, or which of the fields that follow the first name of {@code a.b.c}
 * @param isRead whether a field's value is used; true for types and methods
 * @param isWritten whether a field is set
 */
public record NameUse(ASTNode node, int part, boolean isRead, boolean isWritten) {
  /** The offset of the name in the text; of the first one for {@code a.b.c}. */
  public int position() {
    if (node instanceof MessageSend call) {
      return (int) (call.nameSourcePosition >>> 32);
    }
    if (node instanceof FieldReference field) {
      return (int) (field.nameSourcePosition >>> 32);
    }
    return node instanceof ReferenceExpression reference
        ? reference.nameSourceStart
        : node.sourceStart;
  }

  /** The name as the text has it; {@code <init>} for a constructor. */
  public String word() {
    if (node instanceof NameReference name) {
      return name.toString();
    }
    char[] word = token();
    return word == null ? "" : new String(word);
  }

  private char[] token() {
    if (node instanceof TypeReference type) {
      return type.getLastToken();
    }
    if (node instanceof MessageSend call) {
      return call.selector;
    }
    if (node instanceof FieldReference field) {
      return field.token;
    }
    return node instanceof ReferenceExpression reference
        ? reference.selector
        : "<init>".toCharArray();
  }
}
