package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.BinaryExpression;
import org.eclipse.jdt.internal.compiler.ast.CaseStatement;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompoundAssignment;
import org.eclipse.jdt.internal.compiler.ast.ConditionalExpression;
import org.eclipse.jdt.internal.compiler.ast.Expression;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.OperatorIds;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.RecordPattern;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;
import org.eclipse.jdt.internal.compiler.impl.Constant;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.IntersectionTypeBinding18;
import org.eclipse.jdt.internal.compiler.lookup.RecordComponentBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.SyntheticMethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;

/**
 * Finds code that another compiler, or this one on another Java, may translate differently.
 *
 * <p>If a number is joined with a text at compile time, the compiler computes its digits: Java 19
 * prints some numbers with fewer digits than earlier versions; small whole numbers are the same in
 * all. The language does not say how often the patterns of a switch call the accessors of a record,
 * which can be noticed if an accessor does more than read the field. The Eclipse compiler forgets
 * the additional types of a method reference's object except {@code Serializable}, and it joins the
 * number that {@code true ? 98 : 'a'} selects with a text without converting its type.
 */
final class CompilersChoice extends ASTVisitor {
  /** From this value on, numbers are printed with an exponent. */
  private static final double LARGE = 1e7;

  private final Set<FieldBinding> asked = new HashSet<>();
  private int labels;
  private boolean any;

  private CompilersChoice() {}

  /** Whether a compiled file contains such code. */
  static boolean in(CompilationUnitDeclaration unit) {
    CompilersChoice choice = new CompilersChoice();
    unit.traverse(choice, unit.scope, false);
    return choice.any;
  }

  // ------------------------------------------------------------------ digits

  @Override
  public boolean visit(BinaryExpression expression, BlockScope scope) {
    int operator = (expression.bits & ASTNode.OperatorMASK) >> ASTNode.OperatorSHIFT;
    any |=
        operator == OperatorIds.PLUS
            && isText(expression.resolvedType)
            && (hasDigits(expression.left) || hasDigits(expression.right));
    return true;
  }

  @Override
  public boolean visit(CompoundAssignment assignment, BlockScope scope) {
    any |= isText(assignment.lhs.resolvedType) && hasDigits(assignment.expression);
    return true;
  }

  private static boolean isText(TypeBinding type) {
    return type != null && type.id == TypeIds.T_JavaLangString;
  }

  private static boolean hasDigits(Expression expression) {
    Constant constant = expression.constant;
    if (constant == null || constant == Constant.NotAConstant) {
      return false;
    }
    return switch (constant.typeID()) {
      case TypeIds.T_float, TypeIds.T_double -> !isSmallAndWhole(constant.doubleValue());
      default -> false;
    };
  }

  private static boolean isSmallAndWhole(double number) {
    return number == Math.rint(number) && Math.abs(number) < LARGE;
  }

  /** Finds a number that is selected at compile time and has the common type of both operands. */
  @Override
  public boolean visit(ConditionalExpression choice, BlockScope scope) {
    TypeBinding type = choice.resolvedType;
    any |=
        type != null
            && type.isBaseType()
            && choice.condition.optimizedBooleanConstant() != Constant.NotAConstant
            && choice.valueIfTrue.resolvedType != choice.valueIfFalse.resolvedType;
    return true;
  }

  // ------------------------------------------------------------------ constants of other classes

  @Override
  public boolean visit(SingleNameReference name, BlockScope scope) {
    constant(name.binding);
    return true;
  }

  @Override
  public boolean visit(QualifiedNameReference name, BlockScope scope) {
    constant(name.binding);
    if (name.otherBindings != null) {
      for (FieldBinding each : name.otherBindings) {
        constant(each);
      }
    }
    return true;
  }

  @Override
  public boolean visit(FieldReference access, BlockScope scope) {
    constant(access.binding);
    return true;
  }

  private void constant(Binding binding) {
    boolean isText =
        binding instanceof FieldBinding field
            && field.isFinal()
            && isText(field.type)
            && field.constant() != Constant.NotAConstant;
    if (isText && asked.add(((FieldBinding) binding).original())) {
      FieldDeclaration declared = ((FieldBinding) binding).original().sourceField();
      if (declared != null && declared.initialization != null) {
        declared.initialization.traverse(this, (BlockScope) null);
      }
    }
  }

  // ------------------------------------------------------------------ references of several types

  @Override
  public boolean visit(ReferenceExpression reference, BlockScope scope) {
    any |= isSeveral(reference.expectedType()) || isSeveral(reference.resolvedType);
    return true;
  }

  private static boolean isSeveral(TypeBinding type) {
    return type instanceof IntersectionTypeBinding18 several
        && Arrays.stream(several.getIntersectingTypes())
                .filter(each -> each.id != TypeIds.T_JavaLangObject)
                .filter(each -> each.id != TypeIds.T_JavaIoSerializable)
                .count()
            > 1;
  }

  // ------------------------------------------------------------------ accessors

  @Override
  public boolean visit(CaseStatement label, BlockScope scope) {
    labels++;
    return true;
  }

  @Override
  public void endVisit(CaseStatement label, BlockScope scope) {
    labels--;
  }

  @Override
  public boolean visit(RecordPattern pattern, BlockScope scope) {
    any |= labels > 0 && !hasPlainAccessors(pattern.resolvedType);
    return true;
  }

  private static boolean hasPlainAccessors(TypeBinding type) {
    if (type == null || !(type.erasure() instanceof SourceTypeBinding declared)) {
      return false;
    }
    for (RecordComponentBinding each : declared.components()) {
      if (!(declared.getRecordComponentAccessor(each.name) instanceof SyntheticMethodBinding)) {
        return false;
      }
    }
    return true;
  }
}
