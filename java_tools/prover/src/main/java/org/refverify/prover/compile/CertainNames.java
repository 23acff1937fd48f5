package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.LocalDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.LocalVariableBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeVariableBinding;

/**
 * What a member's code names with certainty, although other names in it may lead to missing types:
 * methods that are called on a fully known object or class, and local variables.
 */
final class CertainNames extends GenericAstVisitor {
  private final MissingUses missing;
  private final ReferenceBinding enclosing;
  private final Map<String, List<Call>> calls = new HashMap<>();
  private final Map<String, Integer> locals = new HashMap<>();

  /**
   * A call of a known method.
   *
   * @param method the class that declares it, its name and its types
   * @param classes the class on which it is called, and all its supertypes
   */
  record Call(String method, Set<String> classes) {}

  CertainNames(MissingUses missing, ReferenceBinding enclosing) {
    this.missing = missing;
    this.enclosing = enclosing;
  }

  /** The calls of methods with a name, in their order. */
  List<Call> calls(String name) {
    return calls.getOrDefault(name, List.of());
  }

  /** How often a name means a local variable. */
  int locals(String name) {
    return locals.getOrDefault(name, 0);
  }

  @Override
  protected boolean visitNode(ASTNode node) {
    boolean unsure = node instanceof TypeDeclaration inner && missing.mayInherit(inner.binding);
    if (node instanceof Annotation || unsure) {
      return false;
    }
    if (node instanceof MessageSend send && !send.receiver.isImplicitThis()) {
      if (missing.isKnown(send, enclosing)) {
        add(send.binding, send.actualReceiverType);
      }
    } else if (node instanceof ReferenceExpression reference) {
      if (reference.isMethodReference() && missing.isKnown(reference, enclosing)) {
        add(reference.binding, reference.receiverType);
      }
    } else if (node instanceof LocalDeclaration local) {
      locals.merge(new String(local.name), 1, Integer::sum);
    } else if (node instanceof SingleNameReference name
        && name.binding instanceof LocalVariableBinding) {
      locals.merge(new String(name.token), 1, Integer::sum);
    }
    return true;
  }

  private void add(MethodBinding method, TypeBinding receiver) {
    boolean whole =
        method != null
            && method.isValidBinding()
            && receiver instanceof ReferenceBinding
            && !(receiver instanceof TypeVariableBinding);
    if (!whole) {
      return;
    }
    MethodBinding declared = method.original();
    String text =
        new String(declared.declaringClass.constantPoolName())
            + "."
            + new String(declared.selector)
            + new String(declared.signature());
    Set<String> classes = new TreeSet<>();
    addAbove((ReferenceBinding) receiver, classes);
    calls
        .computeIfAbsent(new String(declared.selector), key -> new ArrayList<>())
        .add(new Call(text, classes));
  }

  private static void addAbove(ReferenceBinding type, Set<String> classes) {
    char[] name = type == null ? null : ((ReferenceBinding) type.erasure()).constantPoolName();
    if (name == null || !classes.add(new String(name))) {
      return;
    }
    addAbove(type.superclass(), classes);
    if (type.superInterfaces() != null) {
      for (ReferenceBinding each : type.superInterfaces()) {
        addAbove(each, classes);
      }
    }
  }
}
