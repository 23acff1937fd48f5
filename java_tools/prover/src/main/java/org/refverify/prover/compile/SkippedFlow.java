package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Clinit;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ConstructorDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.flow.FlowInfo;
import org.eclipse.jdt.internal.compiler.flow.InitializationFlowContext;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.MethodScope;

/**
 * Analyses the control flow of members that the compiler skipped: after one error in the
 * initialiser of a field, such as a logger of an absent library, it skips the whole class. A
 * missing return or an undeclared exception would then go unnoticed.
 */
final class SkippedFlow {
  private SkippedFlow() {}

  /** Adds the errors of such members to those of the compiled file. */
  static void analyse(CompilationUnitDeclaration unit) {
    if (unit.types != null) {
      for (TypeDeclaration type : unit.types) {
        types(type, unit.ignoreFurtherInvestigation);
      }
    }
  }

  private static void types(TypeDeclaration type, boolean skippedAround) {
    boolean skipped = skippedAround || type.ignoreFurtherInvestigation;
    if (skipped && type.binding != null) {
      members(type);
    }
    if (type.memberTypes != null) {
      for (TypeDeclaration member : type.memberTypes) {
        types(member, skipped);
      }
    }
  }

  private static void members(TypeDeclaration type) {
    Initialisers ofClass = new Initialisers(type, true);
    Initialisers ofObjects = new Initialisers(type, false);
    if (type.methods != null) {
      for (AbstractMethodDeclaration each : type.methods) {
        if (each.binding != null && !each.ignoreFurtherInvestigation || each instanceof Clinit) {
          analyse(each, type, each.isStatic() ? ofClass : ofObjects);
        }
      }
    }
  }

  private static void analyse(
      AbstractMethodDeclaration each, TypeDeclaration type, Initialisers before) {
    try {
      if (each instanceof MethodDeclaration method) {
        method.analyseCode(type.scope, null, FlowInfo.initial(type.maxFieldCount));
      } else if (each instanceof Clinit initialiser && before.isWhole) {
        initialiser.analyseCode(type.scope, before.context, before.fields);
      } else if (each instanceof ConstructorDeclaration made && before.isWhole) {
        made.analyseCode(type.scope, before.context, before.fields, FlowInfo.REACHABLE);
      }
    } catch (RuntimeException e) {
      // The compiler itself never gets here: what it cannot process is not an error of the code.
      each.ignoreFurtherInvestigation = true;
    }
  }

  /**
   * The code that runs before the constructors of a type, or when the class itself is initialised.
   */
  private static final class Initialisers {
    private final InitializationFlowContext context;
    private final MethodScope scope;

    /** The fields that have a value afterwards. */
    private FlowInfo fields;

    /** Whether the compiler could analyse every block; otherwise it is unknown what these set. */
    private boolean isWhole;

    Initialisers(TypeDeclaration type, boolean ofClass) {
      scope = ofClass ? type.staticInitializerScope : type.initializerScope;
      isWhole = scope != null;
      fields = FlowInfo.initial(type.maxFieldCount);
      context = isWhole ? new InitializationFlowContext(null, type, fields, null, scope) : null;
      if (isWhole && type.fields != null) {
        for (FieldDeclaration each : type.fields) {
          if (each.isStatic() == ofClass) {
            add(each);
          }
        }
      }
    }

    private void add(FieldDeclaration each) {
      // The constructors decide which exceptions are allowed, as in the compiler itself.
      context.handledExceptions = Binding.ANY_EXCEPTION;
      try {
        FlowInfo after = each.analyseCode(scope, context, fields);
        if (after == FlowInfo.DEAD_END) {
          scope.problemReporter().initializerMustCompleteNormally(each);
          isWhole = false;
        } else {
          fields = after;
        }
      } catch (RuntimeException e) {
        isWhole &= !(each instanceof Initializer);
        if (each.binding != null) {
          fields.markAsDefinitelyAssigned(each.binding);
        }
      }
    }
  }
}
