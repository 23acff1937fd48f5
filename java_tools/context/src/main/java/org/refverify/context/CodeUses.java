package org.refverify.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AnnotationMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ConstructorDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ThrowStatement;
import org.eclipse.jdt.internal.compiler.ast.TryStatement;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.ast.UnionTypeReference;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.LocalTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodScope;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.refverify.prover.compile.NameCount;
import org.refverify.prover.compile.NameUse;
import org.refverify.prover.compile.UseVisitor;

/** Walks over a bound file and lists what its code uses. */
final class CodeUses extends UseVisitor {
  private final CompilationUnitDeclaration unit;
  private final List<TypeDeclaration> types = new ArrayList<>();
  private final List<AbstractMethodDeclaration> methods = new ArrayList<>();
  private final List<CodeUse> uses = new ArrayList<>();
  private final Deque<TypeDeclaration> around = new ArrayDeque<>();
  private final Deque<CodeMember> members = new ArrayDeque<>();
  private final NameCount names = new NameCount();
  private ASTNode unresolved;

  private CodeUses(CompilationUnitDeclaration unit) {
    this.unit = unit;
  }

  /** The file with everything that it uses. */
  static BoundFile in(CompilationUnitDeclaration unit, String path, String text) {
    CodeUses found = new CodeUses(unit);
    unit.traverse(found, unit.scope, false);
    found.uses.sort(Comparator.comparingInt(CodeUse::position));
    return new BoundFile(
        path,
        text,
        unit,
        List.copyOf(found.types),
        List.copyOf(found.methods),
        List.copyOf(found.uses),
        found.names.asked(),
        found.names.unresolved());
  }

  @Override
  protected boolean visitNode(ASTNode node) {
    if (node instanceof TypeDeclaration type) {
      enter(type);
    } else if (isMethod(node)) {
      enter((AbstractMethodDeclaration) node);
    } else if (node instanceof FieldDeclaration field) {
      open(CodeMember.of(around.peek(), field));
    } else if (node instanceof ThrowStatement statement) {
      exception(CodeUse.Kind.THROWN, statement.exception.resolvedType, statement);
    } else if (node instanceof TryStatement statement) {
      caught(statement);
    }
    return super.visitNode(node);
  }

  @Override
  public void endVisit(TypeDeclaration node, CompilationUnitScope scope) {
    around.pop();
  }

  @Override
  public void endVisit(TypeDeclaration node, ClassScope scope) {
    around.pop();
  }

  @Override
  public void endVisit(TypeDeclaration node, BlockScope scope) {
    around.pop();
  }

  @Override
  public void endVisit(MethodDeclaration node, ClassScope scope) {
    members.pop();
  }

  @Override
  public void endVisit(ConstructorDeclaration node, ClassScope scope) {
    members.pop();
  }

  @Override
  public void endVisit(FieldDeclaration node, MethodScope scope) {
    members.pop();
  }

  @Override
  public void endVisit(Initializer node, MethodScope scope) {
    members.pop();
  }

  /** An element of an annotation type has no code. */
  private static boolean isMethod(ASTNode node) {
    return node instanceof ConstructorDeclaration
        || node instanceof MethodDeclaration && !(node instanceof AnnotationMethodDeclaration);
  }

  private void enter(TypeDeclaration type) {
    types.add(type);
    around.push(type);
    if (type.binding instanceof LocalTypeBinding local) {
      // The compiler numbers local types in the order of requests, which here is the order of the
      // text.
      local.constantPoolName();
    }
  }

  private void enter(AbstractMethodDeclaration method) {
    if (!method.isDefaultConstructor()) {
      methods.add(method);
    }
    open(CodeMember.of(around.peek(), method));
  }

  /** Opens a member; members of local types belong to the member around these types. */
  private void open(CodeMember member) {
    TypeBinding owner = member.owner().binding;
    boolean inner = !members.isEmpty() && (owner == null || isLocal(owner));
    members.push(inner ? members.peek() : member);
  }

  private static boolean isLocal(TypeBinding type) {
    for (TypeBinding each = type; each != null; each = each.enclosingType()) {
      if (each.isLocalType()) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected void use(Binding binding, NameUse use) {
    boolean isAfterUnresolved = use.part() > 0 && use.node() == unresolved;
    if (isAfterUnresolved || !NameCount.isNamed(use.node()) || isInvented(use.node())) {
      return;
    }
    if (!names.count(binding)) {
      unresolved = use.part() == 0 ? use.node() : unresolved;
    } else if (binding instanceof MethodBinding method) {
      add(CodeUse.Kind.CALL, method.original(), use.position());
    } else if (binding instanceof FieldBinding field && field.declaringClass != null) {
      field(field.original(), use);
    }
  }

  /**
   * Whether the compiler invented the call of a constructor. In an anonymous class this is the
   * superclass's constructor, called where the class is created.
   */
  private boolean isInvented(ASTNode node) {
    CodeMember member = members.peek();
    return node instanceof ExplicitConstructorCall
        && (member == null || member.method() != null && member.method().isDefaultConstructor());
  }

  private void field(FieldBinding field, NameUse use) {
    if (use.isRead()) {
      add(CodeUse.Kind.READ, field, use.position());
    }
    if (use.isWritten()) {
      add(CodeUse.Kind.WRITE, field, use.position());
    }
  }

  private void caught(TryStatement statement) {
    Argument[] caught = statement.catchArguments;
    for (int at = 0; caught != null && at < caught.length; at++) {
      TypeReference[] all =
          caught[at].type instanceof UnionTypeReference union
              ? union.typeReferences
              : new TypeReference[] {caught[at].type};
      for (TypeReference each : all) {
        exception(CodeUse.Kind.CAUGHT, each.resolvedType, each);
      }
    }
  }

  private void exception(CodeUse.Kind kind, TypeBinding type, ASTNode node) {
    if (type != null && type.isValidBinding()) {
      add(kind, type.erasure(), node.sourceStart);
    }
  }

  private void add(CodeUse.Kind kind, Binding used, int position) {
    uses.add(new CodeUse(kind, used, position, BoundFile.line(unit, position), members.peek()));
  }
}
