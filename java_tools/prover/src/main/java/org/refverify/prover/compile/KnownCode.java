package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.Expression;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.FunctionalExpression;
import org.eclipse.jdt.internal.compiler.ast.LocalDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.NameReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ParameterizedGenericMethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ProblemMethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.VariableBinding;

/**
 * Decides whether everything that some code names is known, except for the subjects of the
 * compiler's own errors in it. If so, the compiler's errors do not depend on a class that is absent
 * here.
 */
final class KnownCode extends GenericAstVisitor {
  private final MissingBindings missing;
  private final List<CompilerMessage> errors;
  private final ForeignAnnotations annotations;
  private final Set<ReferenceBinding> receivers = new HashSet<>();
  private final List<ReferenceExpression> references = new ArrayList<>();
  private boolean known = true;
  private boolean inferred;

  KnownCode(MissingBindings missing, List<CompilerMessage> errors, ForeignAnnotations annotations) {
    this.missing = missing;
    this.errors = errors;
    this.annotations = annotations;
  }

  /** Whether no visited type may be another one. */
  boolean isKnown() {
    return known;
  }

  /** Whether a type in it was inferred; the Eclipse compiler and javac do not always agree. */
  boolean isInferred() {
    return inferred;
  }

  /** The classes whose members it names. */
  Set<ReferenceBinding> receivers() {
    return receivers;
  }

  /** The method references in it. */
  List<ReferenceExpression> references() {
    return references;
  }

  @Override
  protected boolean visitNode(ASTNode node) {
    if (node instanceof Annotation) {
      return false;
    }
    if (node instanceof TypeDeclaration inner) {
      known &= inner.binding != null && !missing.reaches(inner.binding);
    } else if (node instanceof LocalDeclaration local) {
      known &= isKnown(local.binding, local) && !annotations.any(local.annotations);
    } else if (node instanceof ExplicitConstructorCall call) {
      known &= isKnown(call.binding, call);
    } else if (node instanceof Expression expression) {
      known &= isKnown(expression.resolvedType, expression) && expression(expression);
    }
    return known;
  }

  private boolean expression(Expression expression) {
    if (expression instanceof MessageSend send) {
      inferred |= send.binding instanceof ParameterizedGenericMethodBinding;
      receiver(send.actualReceiverType);
      return isKnown(send.binding, send)
          && isKnown(send.actualReceiverType, send)
          && !missing.mayMeanAnother(send.actualReceiverType, send.selector);
    }
    if (expression instanceof AllocationExpression made) {
      inferred |= isDiamond(made) || made.binding instanceof ParameterizedGenericMethodBinding;
      receiver(made.type == null ? made.resolvedType : made.type.resolvedType);
      return isKnown(made.binding, made);
    }
    if (expression instanceof FunctionalExpression function) {
      inferred = true;
      if (function instanceof ReferenceExpression reference) {
        references.add(reference);
        receiver(reference.receiverType);
      }
      boolean described = isKnown(function.descriptor, function);
      return described
          && (!(function instanceof ReferenceExpression reference)
              || isKnown(reference.binding, reference)
                  && isKnown(reference.receiverType, reference));
    }
    if (expression instanceof FieldReference field) {
      receiver(field.actualReceiverType);
      return isKnown(field.binding, field) && isKnown(field.actualReceiverType, field);
    }
    return !(expression instanceof NameReference name) || name(name);
  }

  private static boolean isDiamond(AllocationExpression made) {
    return made.type != null && (made.type.bits & ASTNode.IsDiamond) != 0;
  }

  private void receiver(TypeBinding type) {
    if (type instanceof ReferenceBinding declared) {
      receivers.add(declared);
      known &= !missing.reaches(declared);
    }
  }

  private boolean name(NameReference name) {
    if (name.binding instanceof FieldBinding field) {
      receiver(field.declaringClass);
    }
    boolean begun = name.binding instanceof VariableBinding first && first.isValidBinding();
    if (name instanceof QualifiedNameReference && isAtError(name) && !begun) {
      // A name with dots that does not begin with a variable: the class in it may be absent.
      return false;
    }
    if (name instanceof QualifiedNameReference qualified && qualified.otherBindings != null) {
      for (FieldBinding each : qualified.otherBindings) {
        receiver(each == null ? null : each.declaringClass);
        if (!isKnown(each, name)) {
          return false;
        }
      }
    }
    Binding binding = name.binding;
    if (binding instanceof VariableBinding variable) {
      receiver(variable.type);
      return isKnown(variable, name);
    }
    return binding instanceof TypeBinding type ? isKnown(type, name) : isAtError(name);
  }

  private boolean isKnown(TypeBinding type, ASTNode node) {
    return type == null ? isAtError(node) : !missing.reaches(type);
  }

  private boolean isKnown(VariableBinding variable, ASTNode node) {
    if (variable == null || !variable.isValidBinding()) {
      return isAtError(node);
    }
    boolean owned = variable instanceof FieldBinding field && missing.reaches(field.declaringClass);
    return !owned && isKnown(variable.type, node);
  }

  private boolean isKnown(MethodBinding method, ASTNode node) {
    if (method == null) {
      return isAtError(node);
    }
    if (method instanceof ProblemMethodBinding problem) {
      return isAtError(node)
          && (problem.closestMatch == null || !missing.reaches(problem.closestMatch));
    }
    return method.isValidBinding() ? !missing.reaches(method) : isAtError(node);
  }

  /**
   * Whether an error is in a piece of code; it may be the reason why the compiler reports no more.
   */
  private boolean isAtError(ASTNode node) {
    return errors.stream()
        .anyMatch(each -> node.sourceStart <= each.start() && each.start() <= node.sourceEnd);
  }
}
