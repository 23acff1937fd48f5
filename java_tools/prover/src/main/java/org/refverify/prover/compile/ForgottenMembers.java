package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;

/**
 * Fields and methods that the compiler drops because of an impossible type in their declaration; no
 * class file has them.
 */
final class ForgottenMembers extends ASTVisitor {
  private final String source;
  private final StringBuilder text = new StringBuilder();

  private ForgottenMembers(String source) {
    this.source = source;
  }

  /** The texts of all members that are dropped in a compiled file. */
  static String of(PreparedUnit prepared) {
    ForgottenMembers members = new ForgottenMembers(prepared.unit().text());
    prepared.parsed().traverse(members, prepared.parsed().scope, false);
    return members.text.toString();
  }

  private boolean add(TypeDeclaration type) {
    for (Forgotten each : of(type)) {
      text.append(source, each.start(), each.end() + 1).append('\n');
    }
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, CompilationUnitScope scope) {
    return add(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, ClassScope scope) {
    return add(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, BlockScope scope) {
    return add(type);
  }

  /** The place of a dropped member in the source. */
  record Forgotten(int start, int end) {}

  /** The dropped members of one type. */
  static List<Forgotten> of(TypeDeclaration type) {
    List<Forgotten> found = new ArrayList<>();
    if (type.methods != null) {
      for (AbstractMethodDeclaration each : type.methods) {
        if (!each.isClinit() && each.binding == null && !isTwice(type, each)) {
          found.add(new Forgotten(each.declarationSourceStart, each.declarationSourceEnd));
        }
      }
    }
    if (type.fields != null) {
      for (FieldDeclaration each : type.fields) {
        if (!(each instanceof Initializer) && each.binding == null) {
          found.add(new Forgotten(each.declarationSourceStart, each.declarationSourceEnd));
        }
      }
    }
    return found;
  }

  /**
   * Whether another method has the same erasure. The compiler drops such a method too, but no
   * compiler accepts the file.
   */
  private static boolean isTwice(TypeDeclaration type, AbstractMethodDeclaration method) {
    return Arrays.stream(type.methods)
        .anyMatch(
            each ->
                each != method
                    && Arrays.equals(each.selector, method.selector)
                    && parameters(each).equals(parameters(method)));
  }

  private static List<String> parameters(AbstractMethodDeclaration method) {
    return method.arguments == null
        ? List.of()
        : Arrays.stream(method.arguments).map(ForgottenMembers::erasure).toList();
  }

  private static String erasure(Argument argument) {
    String name = CharOperation.toString(argument.type.getTypeName());
    return name + "[]".repeat(argument.type.dimensions());
  }
}
