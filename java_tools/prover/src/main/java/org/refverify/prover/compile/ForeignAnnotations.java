package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;

/**
 * Annotations of libraries, absent or not. Their processors may add members to a class and remove
 * errors, as Lombok does. Annotations of the language and of the tree itself change no class.
 */
final class ForeignAnnotations {
  private static final Set<String> OF_THE_LANGUAGE =
      Set.of("Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface");

  /** Whether one of the annotations is foreign. */
  boolean any(Annotation... annotations) {
    return annotations != null
        && Arrays.stream(annotations).anyMatch(ForeignAnnotations::isForeign);
  }

  /** Whether a foreign annotation is on a type or on one of its members. */
  boolean inside(TypeDeclaration type) {
    boolean onMethod = type.methods != null && Arrays.stream(type.methods).anyMatch(this::on);
    boolean onField =
        type.fields != null
            && Arrays.stream(type.fields).map(each -> each.annotations).anyMatch(this::any);
    return any(type.annotations) || onMethod || onField;
  }

  private boolean on(AbstractMethodDeclaration method) {
    return any(method.annotations)
        || method.arguments != null
            && Arrays.stream(method.arguments).map(each -> each.annotations).anyMatch(this::any);
  }

  /** Whether a type, a supertype, or a type around one of these may get more members. */
  boolean mayAddMembers(ReferenceBinding type) {
    return mayAddMembers(type, new HashSet<>());
  }

  private boolean mayAddMembers(ReferenceBinding type, Set<ReferenceBinding> seen) {
    if (type == null || !seen.add(type)) {
      return false;
    }
    boolean own =
        type.original() instanceof SourceTypeBinding source
            && source.scope != null
            && inside(source.scope.referenceContext);
    return own
        || mayAddMembers(type.superclass(), seen)
        || mayAddMembers(type.enclosingType(), seen)
        || Arrays.stream(type.superInterfaces()).anyMatch(each -> mayAddMembers(each, seen));
  }

  private static boolean isForeign(Annotation annotation) {
    String name = CharOperation.toString(annotation.type.getTypeName());
    if (OF_THE_LANGUAGE.contains(name)) {
      return false;
    }
    if (!(annotation.resolvedType instanceof ReferenceBinding type) || !type.isValidBinding()) {
      return true;
    }
    if (type instanceof SourceTypeBinding) {
      return MissingTypes.isPath(new String(type.getFileName()));
    }
    return !CharOperation.prefixEquals("java/".toCharArray(), type.constantPoolName());
  }
}
