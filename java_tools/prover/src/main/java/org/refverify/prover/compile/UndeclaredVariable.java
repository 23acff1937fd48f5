package org.refverify.prover.compile;

import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.core.compiler.IProblem;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractVariableDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CaseStatement;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;

/**
 * A name without dots that can only be a variable, for example a misspelt one. The member around it
 * declares no local variable of that name, so only fields of the types around it and static imports
 * could declare it.
 */
final class UndeclaredVariable extends GenericAstVisitor {
  private final int position;
  private char[] name;
  private boolean possible = true;

  private UndeclaredVariable(int position) {
    this.position = position;
  }

  /** Whether an error is about such a name. */
  static boolean isThere(CompilerMessage error, ErrorPlace place) {
    if (place.member() == null || !isAboutVariable(error)) {
      return false;
    }
    UndeclaredVariable variable = new UndeclaredVariable(error.start());
    place.member().traverse(variable);
    return variable.possible && variable.name != null && !isDeclared(variable.name, place);
  }

  /**
   * Whether an error is about a variable: a small letter before a dot is by convention not a class.
   */
  private static boolean isAboutVariable(CompilerMessage error) {
    String name = error.words().isEmpty() ? "" : error.words().get(0);
    return error.id() == IProblem.UnresolvedVariable
        || error.id() == IProblem.UndefinedName
            && !name.isEmpty()
            && Character.isLowerCase(name.charAt(0));
  }

  @Override
  protected boolean visitNode(ASTNode node) {
    if (node instanceof SingleNameReference single && single.sourceStart == position) {
      name = single.token;
    } else if (node instanceof CaseStatement label && ErrorPlace.has(label, position)) {
      // A constant of an enum whose type the compiler does not know.
      possible = false;
    }
    return true;
  }

  /**
   * Whether the member declares a variable of this name. The compiler may lose the variables of a
   * pattern whose type it does not know.
   */
  private static boolean isDeclared(char[] name, ErrorPlace place) {
    Declarations declarations = new Declarations(name);
    place.member().traverse(declarations);
    return declarations.found;
  }

  private static final class Declarations extends GenericAstVisitor {
    private final char[] name;
    private boolean found;

    Declarations(char[] name) {
      this.name = name;
    }

    @Override
    protected boolean visitNode(ASTNode node) {
      found |=
          node instanceof AbstractVariableDeclaration variable
              && CharOperation.equals(variable.name, name);
      return true;
    }
  }
}
