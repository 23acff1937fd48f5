package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ConstructorDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.flow.FlowInfo;
import org.eclipse.jdt.internal.compiler.flow.InitializationFlowContext;

/**
 * The ways through the methods that the compiler did not look at: one error in the initialiser of a
 * field, as a logger of an absent library brings it, and it passes over all methods of the class.
 * Then a missing return or an exception that is not declared would go unseen.
 */
final class SkippedFlow {
  private SkippedFlow() {}

  /** Adds the errors of such methods to those of the compiled file. */
  static void analyse(CompilationUnitDeclaration unit) {
    if (unit.types != null) {
      for (TypeDeclaration type : unit.types) {
        types(type, unit.ignoreFurtherInvestigation);
      }
    }
  }

  private static void types(TypeDeclaration type, boolean skippedAround) {
    boolean skipped = skippedAround || type.ignoreFurtherInvestigation;
    if (skipped && type.binding != null && type.methods != null) {
      for (AbstractMethodDeclaration each : type.methods) {
        if (each.binding != null && !each.ignoreFurtherInvestigation) {
          analyse(type, each);
        }
      }
    }
    if (type.memberTypes != null) {
      for (TypeDeclaration member : type.memberTypes) {
        types(member, skipped);
      }
    }
  }

  private static void analyse(TypeDeclaration type, AbstractMethodDeclaration each) {
    try {
      if (each instanceof MethodDeclaration method) {
        method.analyseCode(type.scope, null, FlowInfo.initial(type.maxFieldCount));
      } else if (each instanceof ConstructorDeclaration made && !hasInitialisers(type)) {
        FlowInfo fields = withInitialised(type);
        InitializationFlowContext context =
            new InitializationFlowContext(null, type, fields, null, type.initializerScope);
        made.analyseCode(type.scope, context, fields, FlowInfo.REACHABLE);
      }
    } catch (RuntimeException e) {
      // The compiler itself never comes here: what it cannot bear is no error of the code.
      each.ignoreFurtherInvestigation = true;
    }
  }

  private static boolean hasInitialisers(TypeDeclaration type) {
    if (type.fields != null) {
      for (FieldDeclaration each : type.fields) {
        if (each instanceof Initializer) {
          return true;
        }
      }
    }
    return false;
  }

  private static FlowInfo withInitialised(TypeDeclaration type) {
    FlowInfo fields = FlowInfo.initial(type.maxFieldCount);
    if (type.fields != null) {
      for (FieldDeclaration each : type.fields) {
        if (each.initialization != null && each.binding != null) {
          fields.markAsDefinitelyAssigned(each.binding);
        }
      }
    }
    return fields;
  }
}
