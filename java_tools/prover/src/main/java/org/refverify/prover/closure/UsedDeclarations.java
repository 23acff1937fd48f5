package org.refverify.prover.closure;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.Assignment;
import org.eclipse.jdt.internal.compiler.ast.CompoundAssignment;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.FunctionalExpression;
import org.eclipse.jdt.internal.compiler.ast.MemberValuePair;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.NameReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;

/** Collects the declarations that the code below a node uses: each one once, by its key. */
final class UsedDeclarations extends GenericAstVisitor {
  private static final Pattern OVERRIDE = Pattern.compile("@(java\\.lang\\.)?Override\\b");

  private final LookupEnvironment types;
  private final String text;
  private final Map<String, UsedDeclaration> found = new TreeMap<>();
  private final Set<String> overridden = new TreeSet<>();
  private final Set<String> read = new TreeSet<>();
  private final Set<String> written = new TreeSet<>();
  private final Set<ASTNode> targets = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param types the compiler's knowledge of types
   * @param text the text of the file; positions of nodes are offsets in it
   */
  UsedDeclarations(LookupEnvironment types, String text) {
    this.types = types;
    this.text = text;
  }

  Map<String, UsedDeclaration> found() {
    return found;
  }

  /** The keys of the methods that a method below the node is annotated to override. */
  Set<String> overridden() {
    return overridden;
  }

  /** The keys of the fields that are read below the node. */
  Set<String> read() {
    return read;
  }

  /** The keys of the fields that are set below the node. */
  Set<String> written() {
    return written;
  }

  /** Adds the class that declares a member: it must exist, even if the member does not use it. */
  void declaration(AbstractMethodDeclaration method) {
    if (method.binding != null) {
      type(method.binding.declaringClass, "");
    }
  }

  @Override
  protected boolean visitNode(ASTNode node) {
    if (node instanceof Assignment assignment) {
      assigned(assignment);
    } else if (node instanceof TypeReference reference) {
      type(reference.resolvedType, Bindings.text(reference.getLastToken()));
    } else if (node instanceof MessageSend send) {
      method(send.binding, send.selector);
    } else if (node instanceof AllocationExpression made) {
      method(made.binding, "<init>".toCharArray());
    } else if (node instanceof ExplicitConstructorCall call) {
      method(call.binding, "<init>".toCharArray());
    } else if (node instanceof ReferenceExpression reference) {
      method(reference.binding, reference.selector);
      method(reference.descriptor, null);
    } else if (node instanceof FunctionalExpression function) {
      method(function.descriptor, null);
    } else if (node instanceof FieldReference field) {
      field(field.binding, field.token);
      value(field.binding, targets.contains(field));
    } else if (node instanceof NameReference name) {
      name(name);
    } else if (node instanceof MemberValuePair pair) {
      method(pair.binding, pair.name);
    } else if (node instanceof AbstractMethodDeclaration method && saysOverride(method)) {
      overridden(method.binding);
    }
    return true;
  }

  /**
   * Records the field that an assignment sets: the last one of its left side. A compound assignment
   * reads the field too.
   */
  private void assigned(Assignment assignment) {
    FieldBinding field = null;
    if (assignment.lhs instanceof FieldReference reference) {
      field = reference.binding;
    } else if (assignment.lhs instanceof NameReference name) {
      field = last(name);
    }
    if (field != null) {
      key(field).ifPresent(written::add);
      if (!(assignment instanceof CompoundAssignment)) {
        targets.add(assignment.lhs);
      }
    }
  }

  private static FieldBinding last(NameReference name) {
    FieldBinding[] rest = rest(name);
    if (rest.length > 0) {
      return rest[rest.length - 1];
    }
    return name.binding instanceof FieldBinding field ? field : null;
  }

  private static Optional<String> key(FieldBinding field) {
    return Optional.ofNullable(field)
        .filter(FieldBinding::isValidBinding)
        .map(Bindings::field)
        .map(UsedDeclaration::key);
  }

  private void value(FieldBinding field, boolean isTarget) {
    if (!isTarget) {
      key(field).ifPresent(read::add);
    }
  }

  private void name(NameReference name) {
    String word = name.toString();
    Binding bound = name.binding;
    FieldBinding[] rest = rest(name);
    boolean isTarget = targets.contains(name);
    if (bound instanceof TypeBinding type) {
      type(type, word);
    } else if (bound instanceof FieldBinding field) {
      field(field, word.toCharArray());
      value(field, isTarget && rest.length == 0);
    } else if (bound == null || !bound.isValidBinding()) {
      unresolved(word);
    }
    if (name instanceof QualifiedNameReference qualified
        && qualified.indexOfFirstFieldBinding > 1
        && qualified.actualReceiverType != null) {
      type(qualified.actualReceiverType, word);
    }
    for (int at = 0; at < rest.length; at++) {
      field(rest[at], word.toCharArray());
      value(rest[at], isTarget && at == rest.length - 1);
    }
  }

  /** The fields that follow the first name. */
  private static FieldBinding[] rest(NameReference name) {
    return name instanceof QualifiedNameReference qualified && qualified.otherBindings != null
        ? qualified.otherBindings
        : new FieldBinding[0];
  }

  private void type(TypeBinding type, String word) {
    if (type == null || !type.isValidBinding()) {
      unresolved(word);
    } else {
      add(Bindings.type(type));
    }
  }

  private void field(FieldBinding field, char[] word) {
    if (field == null || !field.isValidBinding()) {
      unresolved(Bindings.text(word));
    } else {
      add(Bindings.field(field));
    }
  }

  private void method(MethodBinding method, char[] selector) {
    if (method != null && method.isValidBinding()) {
      add(Bindings.method(method));
    } else if (selector != null) {
      unresolved(Bindings.text(selector));
    }
  }

  /** Whether the text contains the annotation; the compiler was made to ignore it. */
  private boolean saysOverride(AbstractMethodDeclaration method) {
    int start = method.declarationSourceStart;
    return method.binding != null
        && 0 <= start
        && start < method.sourceStart
        && method.sourceStart <= text.length()
        && OVERRIDE.matcher(text.substring(start, method.sourceStart)).find();
  }

  /**
   * Adds the nearest methods that the method overrides; it does not need those that they override
   * in turn.
   */
  private void overridden(MethodBinding method) {
    Deque<ReferenceBinding> open = new ArrayDeque<>();
    Set<ReferenceBinding> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    open.add(method.declaringClass);
    while (!open.isEmpty()) {
      ReferenceBinding type = open.pop();
      if (type == method.declaringClass || !overridden(method, type)) {
        Stream.concat(Stream.ofNullable(type.superclass()), Stream.of(type.superInterfaces()))
            .filter(seen::add)
            .forEach(open::add);
      }
    }
  }

  /** Adds the methods of a supertype that the method overrides; returns whether there are any. */
  private boolean overridden(MethodBinding method, ReferenceBinding above) {
    boolean any = false;
    for (MethodBinding each : above.getMethods(method.selector)) {
      if (types.methodVerifier().doesMethodOverride(method, each)) {
        UsedDeclaration use = Bindings.method(each);
        add(use);
        if (use != null) {
          overridden.add(use.key());
        }
        any = true;
      }
    }
    return any;
  }

  private void unresolved(String word) {
    found.put("?" + word, new UsedDeclaration("?" + word, "", "", null));
  }

  private void add(UsedDeclaration use) {
    if (use != null) {
      found.put(use.key(), use);
    }
  }
}
