package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.core.compiler.IProblem;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.lookup.BinaryTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;

/**
 * Finds what could remove the errors of a file: a class that is absent here, an annotation
 * processor, another Java. If nothing could, no compiler accepts the file.
 */
final class ErrorDoubts {
  static final String ABSENT = "a class that is absent here could explain it";
  static final String PROCESSOR = "an annotation processor could explain it";
  static final String OTHER_JAVA = "another version of Java could explain it";
  static final String INFERENCE = "compilers do not all infer these types in the same way";
  static final String UNSURE = "another compiler could see it otherwise";
  static final String TWINS = "several files declare a class that this file uses";
  static final String PLACE = "the file need not be part of the program";

  /** Types of the platform whose members have not changed for a long time. */
  private static final Set<Integer> OF_EVERY_JAVA =
      Set.of(TypeIds.T_JavaLangObject, TypeIds.T_JavaLangEnum, TypeIds.T_JavaLangRecord);

  private final PreparedUnit prepared;
  private final List<CompilerMessage> errors;
  private final MissingBindings missing;
  private final Set<String> declaredBefore;
  private final ForeignAnnotations annotations = new ForeignAnnotations();

  /**
   * @param errors all errors of the file
   * @param declaredBefore names of the members that the old version of the compared files declared
   */
  ErrorDoubts(
      PreparedUnit prepared,
      List<CompilerMessage> errors,
      MissingBindings missing,
      Set<String> declaredBefore) {
    this.prepared = prepared;
    this.errors = errors;
    this.missing = missing;
    this.declaredBefore = declaredBefore;
  }

  /** What could explain an error; empty if nothing could. */
  String about(CompilerMessage error) {
    if (errors.stream().anyMatch(each -> ErrorKind.of(each.id()) == ErrorKind.LANGUAGE)) {
      return OTHER_JAVA;
    }
    ErrorKind kind = ErrorKind.of(error.id());
    if (kind == ErrorKind.ABSENT_TYPE) {
      return ABSENT;
    }
    ErrorPlace place = ErrorPlace.of(prepared.parsed().types, error.start());
    if (kind == ErrorKind.OTHER || place.types().isEmpty()) {
      return UNSURE;
    }
    if (kind == ErrorKind.SUPERTYPE) {
      return areKnownAbove(place) ? "" : ABSENT;
    }
    if (!areKnown(place.types())) {
      return ABSENT;
    }
    if (UndeclaredVariable.isThere(error, place)) {
      return aboutVariable(error, place);
    }
    KnownCode code = new KnownCode(missing, within(place.code()), annotations);
    if (!isKnown(place, code, error)) {
      return ABSENT;
    }
    return switch (kind) {
      case ABSENT_MEMBER -> aboutMember(error, place, code);
      case REFERENCE -> aboutReference(error, place, code);
      case FLOW -> isProcessed(place) ? PROCESSOR : "";
      case TYPES -> isProcessed(place) ? PROCESSOR : code.isInferred() ? INFERENCE : "";
      default -> "";
    };
  }

  private boolean areKnown(List<TypeDeclaration> types) {
    return types.stream().allMatch(each -> each.binding != null && !missing.reaches(each.binding));
  }

  /** Whether the supertypes of the innermost type are known without further help. */
  private boolean areKnownAbove(ErrorPlace place) {
    TypeDeclaration type = place.type();
    List<TypeReference> above = new ArrayList<>();
    if (type.superclass != null) {
      above.add(type.superclass);
    }
    if (type.superInterfaces != null) {
      above.addAll(List.of(type.superInterfaces));
    }
    return areKnown(place.types().subList(0, place.types().size() - 1))
        && above.stream()
            .map(each -> each.resolvedType)
            .allMatch(each -> each != null && !missing.reaches(each));
  }

  /** The errors in a piece of code. */
  private List<CompilerMessage> within(ASTNode code) {
    return code == null
        ? List.of()
        : errors.stream().filter(each -> ErrorPlace.has(code, each.start())).toList();
  }

  // ------------------------------------------------------------------ what the code names

  private boolean isKnown(ErrorPlace place, KnownCode code, CompilerMessage error) {
    boolean explained =
        within(place.code()).stream()
            .map(each -> ErrorKind.of(each.id()))
            .noneMatch(each -> each == ErrorKind.OTHER || each == ErrorKind.ABSENT_TYPE);
    return explained
        && (place.method() == null || isKnownHead(place.method()))
        && visit(place, code, error);
  }

  /** Whether the types of a method's declaration are known. */
  private boolean isKnownHead(AbstractMethodDeclaration method) {
    boolean known = method.binding == null || !missing.reaches(method.binding);
    if (method instanceof MethodDeclaration declared) {
      known &= declared.returnType == null || isKnown(declared.returnType);
    }
    if (method.arguments != null) {
      for (Argument each : method.arguments) {
        known &= each.type == null || isKnown(each.type);
      }
    }
    if (method.thrownExceptions != null) {
      for (TypeReference each : method.thrownExceptions) {
        known &= isKnown(each);
      }
    }
    return known;
  }

  /**
   * Whether a type is known. A type that the compiler did not check, in a duplicate method, counts
   * as known.
   */
  private boolean isKnown(TypeReference type) {
    return type.resolvedType == null || !missing.reaches(type.resolvedType);
  }

  /**
   * Visits the code that decides an error: only the head of a method, unless the error is about the
   * control flow of the body.
   */
  private static boolean visit(ErrorPlace place, KnownCode visitor, CompilerMessage error) {
    boolean whole = !place.isInHead(error.start()) || ErrorKind.of(error.id()) == ErrorKind.FLOW;
    if (place.code() != null && whole) {
      new ErrorPlace.Member(place.type(), place.code()).traverse(visitor);
    }
    return visitor.isKnown();
  }

  // ------------------------------------------------------------------ annotations

  private boolean isProcessed(ErrorPlace place) {
    boolean member =
        place.method() != null && annotations.any(place.method().annotations)
            || place.code() instanceof FieldDeclaration field && annotations.any(field.annotations);
    return member || place.types().stream().anyMatch(each -> annotations.any(each.annotations));
  }

  // ------------------------------------------------------------------ members

  private String aboutMember(CompilerMessage error, ErrorPlace place, KnownCode code) {
    boolean once = error.words().stream().anyMatch(declaredBefore::contains);
    if (error.id() == IProblem.UndefinedName && !isVariable(error, once)) {
      return ABSENT;
    }
    String doubt = aboutOwners(error, place, code.receivers());
    boolean inferred = code.isInferred() && !once && error.id() != IProblem.DanglingReference;
    return doubt.isEmpty() && inferred ? INFERENCE : doubt;
  }

  /** What could declare a variable: the types around it and static imports, without a receiver. */
  private String aboutVariable(CompilerMessage error, ErrorPlace place) {
    return aboutOwners(error, place, Set.of());
  }

  /** What could add a member to the types around a place, or to the given receivers. */
  private String aboutOwners(
      CompilerMessage error, ErrorPlace place, Set<ReferenceBinding> receivers) {
    boolean imported =
        !prepared.open().isEmpty() || error.words().stream().anyMatch(prepared.hidden()::contains);
    if (imported) {
      return ABSENT;
    }
    Set<ReferenceBinding> asked = new HashSet<>(receivers);
    place.types().forEach(each -> asked.add(each.binding));
    if (asked.stream().anyMatch(annotations::mayAddMembers) || isProcessed(place)) {
      return PROCESSOR;
    }
    boolean once = error.words().stream().anyMatch(declaredBefore::contains);
    return !once && asked.stream().anyMatch(ErrorDoubts::isBelowPlatform) ? OTHER_JAVA : "";
  }

  /**
   * What could explain a bad method reference; whatever types are inferred, no method of the name
   * may be visible there.
   */
  private String aboutReference(CompilerMessage error, ErrorPlace place, KnownCode code) {
    boolean visible =
        code.references().stream()
            .filter(each -> each.sourceStart <= error.start() && error.start() <= each.sourceEnd)
            .anyMatch(each -> isVisible(each.receiverType, each.selector, place.type().binding));
    return visible ? INFERENCE : aboutMember(error, place, code);
  }

  /** Whether a type or a supertype has a method of this name that is visible from a class. */
  private static boolean isVisible(TypeBinding type, char[] name, ReferenceBinding from) {
    if (!(type instanceof ReferenceBinding declared)) {
      return type != null;
    }
    boolean own =
        Arrays.stream(declared.getMethods(name))
            .anyMatch(
                each ->
                    !each.isPrivate()
                        || each.declaringClass.outermostEnclosingType()
                            == from.outermostEnclosingType());
    return own
        || isVisible(declared.superclass(), name, from)
        || Arrays.stream(declared.superInterfaces()).anyMatch(each -> isVisible(each, name, from));
  }

  /** Whether a class has members of the platform; another version of Java may have more. */
  private static boolean isBelowPlatform(ReferenceBinding type) {
    if (type == null || OF_EVERY_JAVA.contains(type.erasure().id)) {
      return false;
    }
    boolean ofPlatform = type.erasure() instanceof BinaryTypeBinding && isNamedLikePlatform(type);
    return ofPlatform
        || isBelowPlatform(type.superclass())
        || Arrays.stream(type.superInterfaces()).anyMatch(ErrorDoubts::isBelowPlatform);
  }

  private static boolean isNamedLikePlatform(ReferenceBinding type) {
    return CharOperation.prefixEquals("java".toCharArray(), type.compoundName[0]);
  }

  /**
   * Whether a single name without a declaration must be a variable; otherwise it may be a class.
   */
  private static boolean isVariable(CompilerMessage error, boolean once) {
    String name = error.words().isEmpty() ? "" : error.words().get(0);
    return once || !name.isEmpty() && !name.contains(".") && Character.isLowerCase(name.charAt(0));
  }
}
