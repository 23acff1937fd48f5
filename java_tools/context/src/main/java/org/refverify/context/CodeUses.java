package org.refverify.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.ast.Assignment;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompoundAssignment;
import org.eclipse.jdt.internal.compiler.ast.ConstructorDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.Expression;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.PostfixExpression;
import org.eclipse.jdt.internal.compiler.ast.PrefixExpression;
import org.eclipse.jdt.internal.compiler.ast.QualifiedAllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;
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

/** Walks over a bound file and lists what its code uses. */
final class CodeUses extends NameCount {
  private final CompilationUnitDeclaration unit;
  private final List<TypeDeclaration> types = new ArrayList<>();
  private final List<AbstractMethodDeclaration> methods = new ArrayList<>();
  private final List<CodeUse> uses = new ArrayList<>();
  private final Deque<TypeDeclaration> around = new ArrayDeque<>();
  private final Deque<CodeMember> members = new ArrayDeque<>();
  private final Set<Expression> written = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Expression> onlyWritten = Collections.newSetFromMap(new IdentityHashMap<>());

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
        found.asked(),
        found.unresolved());
  }

  private boolean enter(TypeDeclaration type) {
    types.add(type);
    around.push(type);
    if (type.binding instanceof LocalTypeBinding local) {
      // The compiler numbers local types in the order of requests, which here is the order of the
      // text.
      local.constantPoolName();
    }
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, CompilationUnitScope scope) {
    return enter(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, ClassScope scope) {
    return enter(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, BlockScope scope) {
    return enter(type);
  }

  @Override
  public void endVisit(TypeDeclaration type, CompilationUnitScope scope) {
    around.pop();
  }

  @Override
  public void endVisit(TypeDeclaration type, ClassScope scope) {
    around.pop();
  }

  @Override
  public void endVisit(TypeDeclaration type, BlockScope scope) {
    around.pop();
  }

  private boolean enter(AbstractMethodDeclaration method) {
    if (!method.isDefaultConstructor()) {
      methods.add(method);
    }
    return open(CodeMember.of(around.peek(), method));
  }

  /** Opens a member; members of local types belong to the member around these types. */
  private boolean open(CodeMember member) {
    TypeBinding owner = member.owner().binding;
    boolean inner = !members.isEmpty() && (owner == null || isLocal(owner));
    members.push(inner ? members.peek() : member);
    return true;
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
  public boolean visit(MethodDeclaration method, ClassScope scope) {
    return enter(method);
  }

  @Override
  public boolean visit(ConstructorDeclaration method, ClassScope scope) {
    return enter(method);
  }

  @Override
  public void endVisit(MethodDeclaration method, ClassScope scope) {
    members.pop();
  }

  @Override
  public void endVisit(ConstructorDeclaration method, ClassScope scope) {
    members.pop();
  }

  @Override
  public boolean visit(FieldDeclaration field, MethodScope scope) {
    return open(CodeMember.of(around.peek(), field));
  }

  @Override
  public boolean visit(Initializer block, MethodScope scope) {
    return open(CodeMember.of(around.peek(), block));
  }

  @Override
  public void endVisit(FieldDeclaration field, MethodScope scope) {
    members.pop();
  }

  @Override
  public void endVisit(Initializer block, MethodScope scope) {
    members.pop();
  }

  @Override
  public boolean visit(MessageSend call, BlockScope scope) {
    called(call.binding, (int) (call.nameSourcePosition >>> 32));
    return true;
  }

  @Override
  public boolean visit(AllocationExpression creation, BlockScope scope) {
    called(creation.binding, creation.sourceStart);
    return true;
  }

  @Override
  public boolean visit(QualifiedAllocationExpression creation, BlockScope scope) {
    if (creation.anonymousType == null) {
      called(creation.binding, creation.sourceStart);
    }
    return true;
  }

  /**
   * In an anonymous class this is the superclass's constructor, called where the class is created.
   */
  @Override
  public boolean visit(ExplicitConstructorCall call, BlockScope scope) {
    CodeMember member = members.peek();
    if (member != null && (member.method() == null || !member.method().isDefaultConstructor())) {
      called(call.binding, call.sourceStart);
    }
    return true;
  }

  @Override
  public boolean visit(ReferenceExpression reference, BlockScope scope) {
    if (!reference.isArrayConstructorReference()) {
      called(reference.binding, reference.nameSourceStart);
    }
    return true;
  }

  private void called(MethodBinding method, int position) {
    if (count(method)) {
      use(CodeUse.Kind.CALL, method.original(), position);
    }
  }

  @Override
  public boolean visit(Assignment assignment, BlockScope scope) {
    written.add(assignment.lhs);
    onlyWritten.add(assignment.lhs);
    return true;
  }

  @Override
  public boolean visit(CompoundAssignment assignment, BlockScope scope) {
    return written.add(assignment.lhs);
  }

  @Override
  public boolean visit(PostfixExpression change, BlockScope scope) {
    return written.add(change.lhs);
  }

  @Override
  public boolean visit(PrefixExpression change, BlockScope scope) {
    return written.add(change.lhs);
  }

  @Override
  public boolean visit(SingleNameReference name, BlockScope scope) {
    if (count(name.binding)) {
      field(name.binding, name, name.sourceStart);
    }
    return true;
  }

  @Override
  public boolean visit(FieldReference reference, BlockScope scope) {
    if (count(reference.binding)) {
      field(reference.binding, reference, (int) (reference.nameSourcePosition >>> 32));
    }
    return true;
  }

  /** In {@code a.b.c} only the last name may be written. */
  @Override
  public boolean visit(QualifiedNameReference name, BlockScope scope) {
    if (!count(name.binding)) {
      return true;
    }
    FieldBinding[] others = name.otherBindings == null ? new FieldBinding[0] : name.otherBindings;
    field(name.binding, others.length == 0 ? name : null, name.sourceStart);
    for (int at = 0; at < others.length; at++) {
      if (count(others[at])) {
        field(others[at], at == others.length - 1 ? name : null, name.sourceStart);
      }
    }
    return true;
  }

  private void field(Binding binding, Expression whole, int position) {
    if (!(binding instanceof FieldBinding field) || field.declaringClass == null) {
      return;
    }
    if (whole == null || !onlyWritten.contains(whole)) {
      use(CodeUse.Kind.READ, field.original(), position);
    }
    if (whole != null && written.contains(whole)) {
      use(CodeUse.Kind.WRITE, field.original(), position);
    }
  }

  @Override
  public boolean visit(ThrowStatement statement, BlockScope scope) {
    type(CodeUse.Kind.THROWN, statement.exception.resolvedType, statement.sourceStart);
    return true;
  }

  @Override
  public boolean visit(TryStatement statement, BlockScope scope) {
    Argument[] caught = statement.catchArguments;
    for (int at = 0; caught != null && at < caught.length; at++) {
      TypeReference[] all =
          caught[at].type instanceof UnionTypeReference union
              ? union.typeReferences
              : new TypeReference[] {caught[at].type};
      for (TypeReference each : all) {
        type(CodeUse.Kind.CAUGHT, each.resolvedType, each.sourceStart);
      }
    }
    return true;
  }

  private void type(CodeUse.Kind kind, TypeBinding type, int position) {
    if (type != null && type.isValidBinding()) {
      use(kind, type.erasure(), position);
    }
  }

  private void use(CodeUse.Kind kind, Binding used, int position) {
    uses.add(new CodeUse(kind, used, position, BoundFile.line(unit, position), members.peek()));
  }
}
