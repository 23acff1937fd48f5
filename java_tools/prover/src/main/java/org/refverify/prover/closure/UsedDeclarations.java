package org.refverify.prover.closure;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FunctionalExpression;
import org.eclipse.jdt.internal.compiler.ast.MemberValuePair;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.refverify.prover.compile.NameUse;
import org.refverify.prover.compile.UseVisitor;

/** Collects the declarations that the code below a node uses: each one once, by its key. */
final class UsedDeclarations extends UseVisitor {
  private static final Pattern OVERRIDE = Pattern.compile("@(java\\.lang\\.)?Override\\b");

  private final LookupEnvironment types;
  private final String text;
  private final Map<String, UsedDeclaration> found = new TreeMap<>();
  private final Set<String> overridden = new TreeSet<>();
  private final Set<String> read = new TreeSet<>();
  private final Set<String> written = new TreeSet<>();

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
    super.visitNode(node);
    if (node instanceof FunctionalExpression function) {
      method(function.descriptor, null);
    } else if (node instanceof MemberValuePair pair) {
      method(pair.binding, pair.name);
    } else if (node instanceof AbstractMethodDeclaration method && saysOverride(method)) {
      overridden(method.binding);
    } else if (node instanceof QualifiedNameReference name
        && name.indexOfFirstFieldBinding > 1
        && name.actualReceiverType != null) {
      type(name.actualReceiverType, name.toString());
    }
    return true;
  }

  @Override
  protected void use(Binding binding, NameUse use) {
    if (binding == null || !binding.isValidBinding()) {
      unresolved(use.word());
    } else if (binding instanceof TypeBinding type) {
      add(Bindings.type(type));
    } else if (binding instanceof MethodBinding method) {
      add(Bindings.method(method));
    } else if (binding instanceof FieldBinding field) {
      field(Bindings.field(field), use);
    }
  }

  private void field(UsedDeclaration field, NameUse use) {
    add(field);
    if (field != null && use.isRead()) {
      read.add(field.key());
    }
    if (field != null && use.isWritten()) {
      written.add(field.key());
    }
  }

  private void type(TypeBinding type, String word) {
    if (type == null || !type.isValidBinding()) {
      unresolved(word);
    } else {
      add(Bindings.type(type));
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
