package org.refverify.prover.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jdt.internal.compiler.GenericAstVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.ArrayReference;
import org.eclipse.jdt.internal.compiler.ast.Assignment;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.ast.Expression;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.FunctionalExpression;
import org.eclipse.jdt.internal.compiler.ast.LocalDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.NameReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.impl.Constant;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeConstants;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;
import org.eclipse.jdt.internal.compiler.lookup.VariableBinding;

/**
 * The methods of one file whose meaning depends on a missing type, or that do not compile.
 *
 * <p>An empty type replaces each missing one. With it the compiler may select another overload,
 * another inherited member or another target of a lambda than with the true type. Its choice
 * depends only on the types of the expressions, of the members that are named, of the members with
 * the same name, and on the declarations of these types. So if no expression and no member of a
 * method leads to a missing type, its code is the same for any missing types. This is checked on
 * the compiler's own tree, because a class file does not contain a cast to {@code List<T>}.
 */
final class MissingUses {
  private final PreparedUnit prepared;
  private final MissingBindings missing;
  private final Deque<TypeDeclaration> open = new ArrayDeque<>();
  private final Map<String, Set<String>> found = new TreeMap<>();
  private final Set<String> ids = new TreeSet<>();

  /** Fields whose initialisers are being checked for constants. */
  private final Set<FieldBinding> asked = new HashSet<>();

  MissingUses(PreparedUnit prepared, MissingBindings missing) {
    this.prepared = prepared;
    this.missing = missing;
  }

  /**
   * The words of each such method, by class and name of the method: {@code a/b/C.name}.
   * Constructors and initialisers of fields are {@code <init>} and {@code <clinit>}.
   */
  Map<String, Set<String>> words() {
    return found;
  }

  /** The same methods with their descriptors, if the compiler knows these. */
  Set<String> ids() {
    return ids;
  }

  /** Searches a whole file. */
  static MissingUses in(PreparedUnit prepared, MissingBindings missing) {
    MissingUses uses = new MissingUses(prepared, missing);
    uses.add(prepared.parsed().types);
    while (!uses.open.isEmpty()) {
      uses.type(uses.open.pop());
    }
    return uses;
  }

  /** Whether no missing type can change the meaning of an expression in the code of a class. */
  boolean isKnown(Expression expression, ReferenceBinding enclosing) {
    Uses uses = new Uses(enclosing);
    expression.traverse(uses, (BlockScope) null);
    return !uses.any;
  }

  /** Whether names in the code of a class may mean fields or types that a missing type declares. */
  boolean mayInherit(ReferenceBinding type) {
    return type == null || missing.reaches(type);
  }

  /** Whether a name may mean a field or a type that an import brings from a missing type. */
  boolean mayBeImported(String word) {
    return prepared.hidden().contains(word);
  }

  private void add(TypeDeclaration... types) {
    if (types != null) {
      open.addAll(Arrays.asList(types));
    }
  }

  private void type(TypeDeclaration type) {
    add(type.memberTypes);
    boolean whole =
        type.binding == null
            || type.ignoreFurtherInvestigation
            || prepared.parsed().ignoreFurtherInvestigation
            || missing.reaches(type.binding);
    String owner = owner(type);
    for (FieldDeclaration field : type.fields == null ? new FieldDeclaration[0] : type.fields) {
      Uses uses = new Uses(type.binding);
      field.traverse(uses, field.isStatic() ? type.staticInitializerScope : type.initializerScope);
      boolean guessed = whole || uses.any || reaches(field.binding);
      if (guessed || isHidden(field.declarationSourceStart, field.declarationSourceEnd)) {
        String code = field.isStatic() ? ".<clinit>" : ".<init>";
        ids.add(owner + code);
        put(owner + code, field.declarationSourceStart, field.declarationSourceEnd);
      }
    }
    for (AbstractMethodDeclaration method :
        type.methods == null ? new AbstractMethodDeclaration[0] : type.methods) {
      int start = method.declarationSourceStart;
      int end = method.declarationSourceEnd;
      if (whole || isGuessed(type, method) || isHidden(start, end)) {
        ids.add(id(owner, method));
        put(owner + "." + name(method), start, end);
      }
    }
    if (whole) {
      ids.add(owner + ".<init>");
      put(owner + ".<init>", type.declarationSourceStart, type.declarationSourceEnd);
    }
  }

  private static String id(String owner, AbstractMethodDeclaration method) {
    boolean known = method.binding != null && !method.isConstructor() && !method.isClinit();
    String descriptor = known ? new String(method.binding.signature()) : "";
    return owner + "." + name(method) + descriptor;
  }

  private static String name(AbstractMethodDeclaration method) {
    return method.isConstructor() ? "<init>" : new String(method.selector);
  }

  private static String owner(TypeDeclaration type) {
    char[] name = type.binding == null ? null : type.binding.constantPoolName();
    return name == null ? new String(type.name) : new String(name);
  }

  private boolean isGuessed(TypeDeclaration type, AbstractMethodDeclaration method) {
    Uses uses = new Uses(type.binding);
    method.traverse(uses, type.scope);
    boolean compiled = method.binding != null && !method.ignoreFurtherInvestigation;
    return uses.any || !method.isClinit() && (!compiled || missing.reaches(method.binding));
  }

  /** Whether the code uses a name from an import that has no stand-in. */
  private boolean isHidden(int start, int end) {
    return !prepared.hidden().isEmpty()
        && words(start, end).stream().anyMatch(prepared.hidden()::contains);
  }

  private void put(String method, int start, int end) {
    found.computeIfAbsent(method, key -> new TreeSet<>()).addAll(words(start, end));
  }

  private Set<String> words(int start, int end) {
    String text = prepared.unit().text();
    boolean written = 0 <= start && start <= end && end < text.length();
    return written ? Words.of(text.substring(start, end + 1), List.of()) : Set.of();
  }

  private boolean reaches(VariableBinding variable) {
    return variable == null
        || !variable.isValidBinding()
        || missing.reaches(variable.type)
        || variable instanceof FieldBinding field
            && (missing.reaches(field.declaringClass) || mayBeConstant(field));
  }

  /**
   * Whether a field would be a constant if something missing were one; it would then be read and
   * typed differently.
   */
  private boolean mayBeConstant(FieldBinding field) {
    boolean candidate =
        field.isFinal()
            && field.type != null
            && (field.type.isBaseType() || field.type.id == TypeIds.T_JavaLangString)
            && field.original().sourceField() != null
            && field.constant() == Constant.NotAConstant;
    if (!candidate || !asked.add(field.original())) {
      return false;
    }
    FieldDeclaration declared = field.original().sourceField();
    if (declared.initialization == null || declared.binding == null) {
      return false;
    }
    Uses uses = new Uses(field.declaringClass);
    declared.initialization.traverse(uses, (BlockScope) null);
    asked.remove(field.original());
    return uses.any && !uses.computed;
  }

  /** The uses in one member's code. */
  private final class Uses extends GenericAstVisitor {
    private final List<ReferenceBinding> around = new ArrayList<>();
    private boolean any;

    /** Whether the code uses something that no constant contains. */
    private boolean computed;

    Uses(ReferenceBinding enclosing) {
      for (ReferenceBinding each = enclosing; each != null; each = each.enclosingType()) {
        around.add(each);
      }
    }

    @Override
    protected boolean visitNode(ASTNode node) {
      if (node instanceof Annotation) {
        return false;
      }
      computed |=
          node instanceof MessageSend
              || node instanceof AllocationExpression
              || node instanceof FunctionalExpression
              || node instanceof Assignment
              || node instanceof ArrayReference;
      if (node instanceof TypeDeclaration inner) {
        // A class without a name is part of code that does not compile, which is guessed anyway.
        boolean named = inner.binding != null && inner.binding.constantPoolName() != null;
        if (named) {
          open.add(inner);
        }
        around.add(inner.binding);
        any |= !named || missing.reaches(inner.binding);
      }
      if (node instanceof Expression expression) {
        any |= missing.reaches(expression.resolvedType) || expression(expression);
      } else if (node instanceof ExplicitConstructorCall call) {
        any |= call(call.binding, TypeConstants.INIT);
      } else if (node instanceof LocalDeclaration local) {
        any |= reaches(local.binding);
      }
      return true;
    }

    private boolean expression(Expression expression) {
      if (expression instanceof MessageSend send) {
        return call(send.binding, send.selector)
            || missing.reaches(send.actualReceiverType)
            || missing.mayMeanAnother(send.actualReceiverType, send.selector)
            || send.receiver.isImplicitThis() && mayBeImported(send.binding);
      }
      if (expression instanceof AllocationExpression made) {
        return call(made.binding, TypeConstants.INIT);
      }
      if (expression instanceof ReferenceExpression reference) {
        return call(reference.binding, reference.selector)
            || missing.reaches(reference.receiverType)
            || missing.mayMeanAnother(reference.receiverType, reference.selector)
            || reference.descriptor == null
            || missing.reaches(reference.descriptor);
      }
      if (expression instanceof FunctionalExpression function) {
        return function.descriptor == null || missing.reaches(function.descriptor);
      }
      if (expression instanceof FieldReference field) {
        return reaches(field.binding) || missing.reaches(field.actualReceiverType);
      }
      return expression instanceof NameReference name && name(name);
    }

    private boolean name(NameReference name) {
      boolean rest =
          name instanceof QualifiedNameReference qualified
              && qualified.otherBindings != null
              && Arrays.stream(qualified.otherBindings).anyMatch(MissingUses.this::reaches);
      boolean first =
          name.binding instanceof VariableBinding variable
              ? reaches(variable)
              : !(name.binding instanceof TypeBinding type) || missing.reaches(type);
      return rest || first || missing.reaches(name.actualReceiverType);
    }

    private boolean call(MethodBinding binding, char[] selector) {
      return binding == null
          || missing.reaches(binding)
          || missing.mayMeanAnother(binding.declaringClass, selector);
    }

    /**
     * Whether a call may mean a method of a missing class, because no enclosing class provides it.
     */
    private boolean mayBeImported(MethodBinding binding) {
      return prepared.hidesMethods()
          && around.stream()
              .noneMatch(
                  each ->
                      each != null
                          && each.findSuperTypeOriginatingFrom(binding.declaringClass) != null);
    }
  }
}
