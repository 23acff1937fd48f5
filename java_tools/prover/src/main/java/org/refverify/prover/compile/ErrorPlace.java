package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AbstractVariableDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Statement;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;

/**
 * The code around a position of a file.
 *
 * @param types the types around it, the outermost first; empty outside all types
 * @param method the innermost method around it; null in a field and in the head of a type
 * @param code the smallest part of a member that decides the compiler's errors there: a statement
 *     of the method's body, a field, or the whole method for its head; null in the head of a type
 * @param member the outermost method, field or initialiser around it; null in the head of a type
 */
record ErrorPlace(
    List<TypeDeclaration> types, AbstractMethodDeclaration method, ASTNode code, Member member) {

  static ErrorPlace of(TypeDeclaration[] declared, int position) {
    Search search = new Search(position);
    search.among(declared);
    return new ErrorPlace(List.copyOf(search.types), search.method, search.code, search.member);
  }

  /** Whether a position is in a piece of code, including its modifiers, types and values. */
  static boolean has(ASTNode code, int position) {
    if (code instanceof AbstractMethodDeclaration method) {
      return isBetween(method.declarationSourceStart, position, method.declarationSourceEnd);
    }
    if (code instanceof TypeDeclaration type) {
      return isBetween(type.declarationSourceStart, position, type.declarationSourceEnd);
    }
    return code instanceof AbstractVariableDeclaration variable
        ? isBetween(variable.declarationSourceStart, position, variable.declarationSourceEnd)
        : isBetween(code.sourceStart, position, code.sourceEnd);
  }

  private static boolean isBetween(int start, int position, int end) {
    return start <= position && position <= end;
  }

  /** A method, field or initialiser of a type, or a part of one. */
  record Member(TypeDeclaration type, ASTNode code) {
    void traverse(GenericAstVisitor visitor) {
      if (code instanceof AbstractMethodDeclaration method) {
        method.traverse(visitor, type.scope);
      } else if (code instanceof FieldDeclaration field) {
        field.traverse(
            visitor, field.isStatic() ? type.staticInitializerScope : type.initializerScope);
      } else {
        code.traverse(visitor, (BlockScope) null);
      }
    }
  }

  /** Whether the position is in the head of a method, before its body. */
  boolean isInHead(int position) {
    return code instanceof AbstractMethodDeclaration head && position < head.bodyStart;
  }

  /** The innermost type. */
  TypeDeclaration type() {
    return types.get(types.size() - 1);
  }

  private static final class Search {
    private final int position;
    private final List<TypeDeclaration> types = new ArrayList<>();
    private AbstractMethodDeclaration method;
    private ASTNode code;
    private Member member;

    Search(int position) {
      this.position = position;
    }

    void among(TypeDeclaration[] declared) {
      if (declared != null) {
        for (TypeDeclaration type : declared) {
          if (has(type, position)) {
            in(type);
            return;
          }
        }
      }
    }

    private void in(TypeDeclaration type) {
      types.add(type);
      method = null;
      code = null;
      int depth = types.size();
      among(type.memberTypes);
      if (types.size() > depth) {
        return;
      }
      if (type.methods != null) {
        for (AbstractMethodDeclaration each : type.methods) {
          if (has(each, position)) {
            method = each;
            code = each;
          }
        }
      }
      if (method == null && type.fields != null) {
        for (FieldDeclaration each : type.fields) {
          code = has(each, position) ? each : code;
        }
      }
      if (code != null) {
        member = member == null ? new Member(type, code) : member;
        code = method == null ? code : statement(method);
        inside(type);
      }
    }

    /** Continues in a class that the code declares, if it contains the position. */
    private void inside(TypeDeclaration type) {
      Inner inner = new Inner();
      new Member(type, code).traverse(inner);
      if (inner.found != null) {
        in(inner.found);
      }
    }

    private ASTNode statement(AbstractMethodDeclaration each) {
      if (each.statements != null) {
        for (Statement statement : each.statements) {
          if (has(statement, position)) {
            return statement;
          }
        }
      }
      return each;
    }

    private final class Inner extends GenericAstVisitor {
      private TypeDeclaration found;

      @Override
      protected boolean visitNode(ASTNode node) {
        if (found == null && node instanceof TypeDeclaration type && has(type, position)) {
          found = type;
        }
        return found == null;
      }
    }
  }
}
