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
 * @param code the smallest part of a member that decides what the compiler says there: a statement
 *     of the method's body, a field, or the whole method for its head; null in the head of a type
 */
record ErrorPlace(List<TypeDeclaration> types, AbstractMethodDeclaration method, ASTNode code) {

  static ErrorPlace of(TypeDeclaration[] declared, int position) {
    Search search = new Search(position);
    search.among(declared);
    return new ErrorPlace(List.copyOf(search.types), search.method, search.code);
  }

  /** Where a piece of code begins, with its modifiers and types. */
  static int start(ASTNode code) {
    if (code instanceof AbstractMethodDeclaration method) {
      return method.declarationSourceStart;
    }
    if (code instanceof TypeDeclaration type) {
      return type.declarationSourceStart;
    }
    return code instanceof AbstractVariableDeclaration variable
        ? variable.declarationSourceStart
        : code.sourceStart;
  }

  /** Where it ends, with the value of a variable. */
  static int end(ASTNode code) {
    if (code instanceof AbstractMethodDeclaration method) {
      return method.declarationSourceEnd;
    }
    if (code instanceof TypeDeclaration type) {
      return type.declarationSourceEnd;
    }
    return code instanceof AbstractVariableDeclaration variable
        ? variable.declarationSourceEnd
        : code.sourceEnd;
  }

  /** Whether the place is in the head of a method, before its body. */
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

    Search(int position) {
      this.position = position;
    }

    void among(TypeDeclaration[] declared) {
      if (declared != null) {
        for (TypeDeclaration type : declared) {
          if (has(type.declarationSourceStart, type.declarationSourceEnd)) {
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
          if (has(each.declarationSourceStart, each.declarationSourceEnd)) {
            method = each;
            code = statement(each);
          }
        }
      }
      if (method == null && type.fields != null) {
        for (FieldDeclaration each : type.fields) {
          code = has(each.declarationSourceStart, each.declarationSourceEnd) ? each : code;
        }
      }
      inside(type);
    }

    /** Goes on in a class that is declared in the code, if one is around the position. */
    private void inside(TypeDeclaration type) {
      if (code == null) {
        return;
      }
      Inner inner = new Inner();
      if (code instanceof AbstractMethodDeclaration head) {
        head.traverse(inner, type.scope);
      } else if (code instanceof FieldDeclaration field) {
        field.traverse(
            inner, field.isStatic() ? type.staticInitializerScope : type.initializerScope);
      } else {
        code.traverse(inner, (BlockScope) null);
      }
      if (inner.found != null) {
        in(inner.found);
      }
    }

    private ASTNode statement(AbstractMethodDeclaration each) {
      if (each.statements != null) {
        for (Statement statement : each.statements) {
          if (has(start(statement), end(statement))) {
            return statement;
          }
        }
      }
      return each;
    }

    private boolean has(int start, int end) {
      return start <= position && position <= end;
    }

    private final class Inner extends GenericAstVisitor {
      private TypeDeclaration found;

      @Override
      protected boolean visitNode(ASTNode node) {
        if (found == null
            && node instanceof TypeDeclaration type
            && has(type.declarationSourceStart, type.declarationSourceEnd)) {
          found = type;
        }
        return found == null;
      }
    }
  }
}
