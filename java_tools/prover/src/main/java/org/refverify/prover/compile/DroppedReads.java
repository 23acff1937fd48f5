package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.AND_AND_Expression;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AssertStatement;
import org.eclipse.jdt.internal.compiler.ast.BinaryExpression;
import org.eclipse.jdt.internal.compiler.ast.Block;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ConditionalExpression;
import org.eclipse.jdt.internal.compiler.ast.EmptyStatement;
import org.eclipse.jdt.internal.compiler.ast.Expression;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.IfStatement;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.LocalDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.OR_OR_Expression;
import org.eclipse.jdt.internal.compiler.ast.OperatorIds;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;
import org.eclipse.jdt.internal.compiler.ast.Statement;
import org.eclipse.jdt.internal.compiler.ast.UnaryExpression;
import org.eclipse.jdt.internal.compiler.impl.Constant;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodScope;
import org.eclipse.jdt.internal.compiler.lookup.Scope;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassReading;
import org.refverify.prover.world.ClassWorld;

/**
 * Finds code that the language requires and the Eclipse compiler omits: it does not read a static
 * field that is only named and whose value decides nothing. If the field belongs to another class,
 * the read may initialise that class; if it is volatile, the read is an event. A value decides
 * nothing next to a constant ({@code f && false}), if nothing depends on it ({@code if (f) { }}),
 * and if it only qualifies a static member ({@code f.size}). An assertion that such a constant
 * decides is omitted as a whole. So is a static block without remaining code, although the default
 * serial version of a class depends on its existence.
 */
final class DroppedReads extends ASTVisitor {
  private int deciding;
  private boolean any;
  private final Set<String> initialised = new HashSet<>();

  private DroppedReads() {}

  /** Whether a compiled file contains such code; the class files are keyed by internal name. */
  static boolean in(CompilationUnitDeclaration unit, Map<String, byte[]> classes) {
    DroppedReads reads = new DroppedReads();
    unit.traverse(reads, unit.scope, false);
    return reads.any
        || reads.initialised.stream()
            .anyMatch(
                name -> classes.containsKey(name) && !hasInitialiser(name, classes.get(name)));
  }

  private static boolean hasInitialiser(String name, byte[] bytes) {
    ClassNode node = ClassReading.node(name, bytes, ClassReader.SKIP_CODE);
    return ClassWorld.declared(node, "<clinit>", "()V") != null;
  }

  @Override
  public boolean visit(Initializer block, MethodScope scope) {
    if (scope == null) {
      // A class whose name is already taken: the compiler skips it.
      any = true;
      return false;
    }
    SourceTypeBinding type = block.isStatic() ? scope.enclosingSourceType() : null;
    if (type != null && type.constantPoolName() != null) {
      initialised.add(new String(type.constantPoolName()));
    }
    return true;
  }

  // ------------------------------------------------------------------ beside a constant

  private boolean enter(boolean decided) {
    deciding += decided ? 1 : 0;
    return true;
  }

  private void leave(boolean decided) {
    deciding -= decided ? 1 : 0;
  }

  private static boolean isConstant(Constant constant) {
    return constant != null && constant != Constant.NotAConstant;
  }

  /** Whether its value is known although it is not a constant expression and so is computed. */
  private static boolean isDecided(Expression expression) {
    return !isConstant(expression.constant) && isConstant(expression.optimizedBooleanConstant());
  }

  private static boolean isDecided(BinaryExpression expression) {
    int operator = (expression.bits & ASTNode.OperatorMASK) >> ASTNode.OperatorSHIFT;
    boolean ofBits =
        operator == OperatorIds.AND || operator == OperatorIds.OR || operator == OperatorIds.XOR;
    return isDecided((Expression) expression)
        || ofBits && (decides(expression.left.constant) || decides(expression.right.constant));
  }

  private static boolean decides(Constant constant) {
    if (!isConstant(constant)) {
      return false;
    }
    return constant.typeID() == TypeIds.T_boolean || constant.longValue() == 0;
  }

  @Override
  public boolean visit(AND_AND_Expression expression, BlockScope scope) {
    return enter(isDecided(expression));
  }

  @Override
  public void endVisit(AND_AND_Expression expression, BlockScope scope) {
    leave(isDecided(expression));
  }

  @Override
  public boolean visit(OR_OR_Expression expression, BlockScope scope) {
    return enter(isDecided(expression));
  }

  @Override
  public void endVisit(OR_OR_Expression expression, BlockScope scope) {
    leave(isDecided(expression));
  }

  @Override
  public boolean visit(BinaryExpression expression, BlockScope scope) {
    return enter(isDecided(expression));
  }

  @Override
  public void endVisit(BinaryExpression expression, BlockScope scope) {
    leave(isDecided(expression));
  }

  @Override
  public boolean visit(UnaryExpression expression, BlockScope scope) {
    return enter(isDecided(expression));
  }

  @Override
  public void endVisit(UnaryExpression expression, BlockScope scope) {
    leave(isDecided(expression));
  }

  @Override
  public boolean visit(ConditionalExpression expression, BlockScope scope) {
    return enter(isDecided(expression));
  }

  @Override
  public void endVisit(ConditionalExpression expression, BlockScope scope) {
    leave(isDecided(expression));
  }

  @Override
  public boolean visit(AssertStatement statement, BlockScope scope) {
    any |= isDecided(statement.assertExpression);
    return true;
  }

  /** Handles a condition on which nothing depends. */
  @Override
  public boolean visit(IfStatement statement, BlockScope scope) {
    return enter(isEmpty(statement));
  }

  @Override
  public void endVisit(IfStatement statement, BlockScope scope) {
    leave(isEmpty(statement));
  }

  private static boolean isEmpty(IfStatement statement) {
    return isEmpty(statement.thenStatement) && isEmpty(statement.elseStatement);
  }

  private static boolean isEmpty(Statement statement) {
    boolean nothing = statement == null || statement instanceof EmptyStatement;
    return nothing
        || statement instanceof Block block
            && (block.statements == null
                || Arrays.stream(block.statements).allMatch(DroppedReads::isEmpty));
  }

  /** Handles a variable without a name. */
  @Override
  public boolean visit(LocalDeclaration local, BlockScope scope) {
    return enter(isUnnamed(local));
  }

  @Override
  public void endVisit(LocalDeclaration local, BlockScope scope) {
    leave(isUnnamed(local));
  }

  private static boolean isUnnamed(LocalDeclaration local) {
    return local.name != null && local.name.length == 1 && local.name[0] == '_';
  }

  @Override
  public boolean visit(SingleNameReference reference, BlockScope scope) {
    any |= deciding > 0 && isSeen(reference, scope);
    return true;
  }

  @Override
  public boolean visit(QualifiedNameReference reference, BlockScope scope) {
    boolean throughField =
        reference.otherBindings != null
            && reference.otherBindings.length > 0
            && reference.indexOfFirstFieldBinding == 1
            && reference.otherBindings[0] != null
            && reference.otherBindings[0].isStatic();
    any |= throughField && isSeen(reference.binding, reference.bits, scope);
    return true;
  }

  // ------------------------------------------------------------------ before a static member

  @Override
  public boolean visit(MessageSend call, BlockScope scope) {
    any |= isStatic(call.binding) && isSeen(call.receiver, scope);
    return true;
  }

  @Override
  public boolean visit(FieldReference access, BlockScope scope) {
    boolean isStatic = access.binding != null && access.binding.isStatic();
    any |= isStatic && isSeen(access.receiver, scope);
    any |= deciding > 0 && isSeen(access.binding, Binding.FIELD, scope);
    return true;
  }

  @Override
  public boolean visit(ReferenceExpression reference, BlockScope scope) {
    any |= isStatic(reference.binding) && isSeen(reference.lhs, scope);
    return true;
  }

  private static boolean isStatic(MethodBinding method) {
    return method != null && method.isStatic();
  }

  private static boolean isSeen(Expression receiver, BlockScope scope) {
    return receiver instanceof SingleNameReference name && isSeen(name.binding, name.bits, scope);
  }

  /** Whether other code may notice a read of a field that is only named. */
  private static boolean isSeen(Binding binding, int bits, Scope scope) {
    boolean isField = (bits & ASTNode.RestrictiveFlagMASK) == Binding.FIELD;
    if (!isField || !(binding instanceof FieldBinding field)) {
      return false;
    }
    boolean begun =
        scope != null
            && field.declaringClass != null
            && isStatic(scope.methodScope())
            && isBelow(scope.enclosingSourceType(), field.declaringClass);
    return field.isVolatile() || field.isStatic() && !begun;
  }

  /**
   * Whether code is static. Other code may run in another thread while the class is being
   * initialised; a read then waits.
   */
  private static boolean isStatic(MethodScope scope) {
    return scope != null && scope.isStatic;
  }

  /** Whether code of the class runs only after the other class's initialisation began. */
  private static boolean isBelow(TypeBinding type, TypeBinding other) {
    for (TypeBinding each = type; each != null; each = each.superclass()) {
      if (TypeBinding.equalsEquals(each.erasure(), other.erasure())) {
        return !other.isInterface();
      }
    }
    return false;
  }
}
