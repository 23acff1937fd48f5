package org.refverify.prover.compile;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.Assignment;
import org.eclipse.jdt.internal.compiler.ast.CompoundAssignment;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.NameReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;

/** Finds the declaration that each name in resolved code means, and which fields are written. */
public abstract class UseVisitor extends GenericAstVisitor {
  private static final FieldBinding[] NONE = {};

  private final Set<ASTNode> written = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<ASTNode> onlyWritten = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Receives a name.
   *
   * @param binding what it means; null or not valid if the compiler found nothing
   */
  protected abstract void use(Binding binding, NameUse use);

  @Override
  protected boolean visitNode(ASTNode node) {
    if (node instanceof Assignment assignment) {
      assign(assignment);
    } else if (node instanceof TypeReference type) {
      use(type.resolvedType, whole(type));
    } else if (node instanceof MessageSend call) {
      use(call.binding, whole(call));
    } else if (node instanceof AllocationExpression creation) {
      use(creation.binding, whole(creation));
    } else if (node instanceof ExplicitConstructorCall call) {
      use(call.binding, whole(call));
    } else if (node instanceof ReferenceExpression reference) {
      use(reference.binding, whole(reference));
    } else if (node instanceof FieldReference field) {
      use(field.binding, last(field, 0));
    } else if (node instanceof NameReference name) {
      name(name);
    }
    return true;
  }

  /** A compound assignment, an increment and a decrement read their target too. */
  private void assign(Assignment assignment) {
    written.add(assignment.lhs);
    if (!(assignment instanceof CompoundAssignment)) {
      onlyWritten.add(assignment.lhs);
    }
  }

  /** In {@code a.b.c} only the last name may be written. */
  private void name(NameReference name) {
    FieldBinding[] rest =
        name instanceof QualifiedNameReference qualified && qualified.otherBindings != null
            ? qualified.otherBindings
            : NONE;
    use(name.binding, rest.length == 0 ? last(name, 0) : whole(name));
    for (int part = 1; part <= rest.length; part++) {
      boolean isLast = part == rest.length;
      use(rest[part - 1], isLast ? last(name, part) : new NameUse(name, part, true, false));
    }
  }

  private static NameUse whole(ASTNode node) {
    return new NameUse(node, 0, true, false);
  }

  private NameUse last(ASTNode node, int part) {
    return new NameUse(node, part, !onlyWritten.contains(node), written.contains(node));
  }
}
