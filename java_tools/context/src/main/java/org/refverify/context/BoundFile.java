package org.refverify.context;

import java.util.List;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.util.Util;

/**
 * One file of a tree with its names bound as far as possible.
 *
 * @param path in the tree
 * @param text the whole file
 * @param unit the compiler's syntax tree of it
 * @param types all its types, including local and anonymous ones, in the order of the text
 * @param methods all their methods and constructors that the text contains, in the same order
 * @param uses what its code uses, in the order of the text
 * @param asked the number of names of types, methods and fields in its code
 * @param unresolved how many of these names do not resolve
 */
public record BoundFile(
    String path,
    String text,
    CompilationUnitDeclaration unit,
    List<TypeDeclaration> types,
    List<AbstractMethodDeclaration> methods,
    List<CodeUse> uses,
    int asked,
    int unresolved) {
  /** The line of an offset, from 1. */
  public int line(int position) {
    return line(unit, position);
  }

  static int line(CompilationUnitDeclaration unit, int position) {
    int[] ends = unit.compilationResult.getLineSeparatorPositions();
    return ends == null || ends.length == 0
        ? 1
        : Util.getLineNumber(position, ends, 0, ends.length - 1);
  }

  /** Whether the parser had to recover from an error. */
  public boolean hasSyntaxErrors() {
    return unit.compilationResult.hasSyntaxError;
  }
}
