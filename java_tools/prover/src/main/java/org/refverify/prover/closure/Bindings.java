package org.refverify.prover.closure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.lookup.ExtraCompilerModifiers;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeVariableBinding;

/**
 * Names of the declarations that the compiler has bound; they are the same in every version of a
 * tree.
 */
final class Bindings {
  private static final String MISSING = "refverify-missing/";

  /** The method that the compiler invents to infer the type arguments of a diamond. */
  private static final char[] FACTORY = "<factory>".toCharArray();

  private Bindings() {}

  /** A type's use; null for types without a name and types that are declared inside code. */
  static UsedDeclaration type(TypeBinding used) {
    ReferenceBinding type = named(used);
    return type == null
        ? null
        : new UsedDeclaration(name(type), kind(type), header(type), declared(type));
  }

  /** A field's use; null for a local variable, an array's length and the like. */
  static UsedDeclaration field(FieldBinding used) {
    FieldBinding field = used.original();
    ReferenceBinding owner = named(field.declaringClass);
    if (owner == null || field.type == null) {
      return null;
    }
    String meaning = text(field.type.erasure().signature()) + statics(field.isStatic());
    String header = text(field.type.genericTypeSignature()) + " " + written(field.modifiers);
    return new UsedDeclaration(
        name(owner) + "." + text(field.name), meaning, header, declared(owner, field));
  }

  /** A method's or constructor's use; null for members of classes that are declared inside code. */
  static UsedDeclaration method(MethodBinding used) {
    MethodBinding method = used.original();
    ReferenceBinding owner = named(method.declaringClass);
    if (owner == null || Arrays.equals(method.selector, FACTORY)) {
      return null;
    }
    String key = name(owner) + "." + text(method.selector) + erased(method);
    String meaning =
        (method.returnType == null ? "" : text(method.returnType.erasure().signature()))
            + statics(method.isStatic());
    String thrown =
        Stream.of(method.thrownExceptions)
            .map(each -> text(each.readableName()))
            .sorted()
            .collect(Collectors.joining(","));
    char[] generic = method.genericSignature();
    String header = (generic == null ? "" : text(generic)) + written(method.modifiers) + thrown;
    return new UsedDeclaration(key, meaning, header, declared(owner, method));
  }

  private static String erased(MethodBinding method) {
    return Arrays.stream(method.parameters)
        .map(each -> text(each.erasure().signature()))
        .collect(Collectors.joining("", "(", ")"));
  }

  private static ReferenceBinding named(TypeBinding used) {
    if (used == null || !used.isValidBinding()) {
      return null;
    }
    boolean plain = used.leafComponentType().erasure() instanceof ReferenceBinding;
    if (!plain || used.leafComponentType().isTypeVariable()) {
      return null;
    }
    ReferenceBinding type = (ReferenceBinding) used.leafComponentType().erasure();
    return type.isLocalType() || type.isAnonymousType() ? null : type;
  }

  private static String name(ReferenceBinding type) {
    return text(type.constantPoolName());
  }

  private static String kind(ReferenceBinding type) {
    return type.isAnnotationType() ? "@" : type.isInterface() ? "i" : type.isEnum() ? "e" : "c";
  }

  private static String header(ReferenceBinding type) {
    StringBuilder header = new StringBuilder(written(type.modifiers));
    if (type.superclass() != null) {
      header.append(text(type.superclass().genericTypeSignature()));
    }
    for (ReferenceBinding each : type.superInterfaces()) {
      header.append(' ').append(text(each.genericTypeSignature()));
    }
    for (TypeVariableBinding each : type.typeVariables()) {
      header.append(' ').append(text(each.genericSignature()));
    }
    return header.toString();
  }

  /** Modifiers as the source has them; the compiler keeps its own flags in the same number. */
  private static String written(int modifiers) {
    return Integer.toHexString(modifiers & ExtraCompilerModifiers.AccJustFlag);
  }

  private static String statics(boolean isStatic) {
    return isStatic ? " static" : "";
  }

  private static Declared declared(ReferenceBinding type) {
    String file = file(type);
    String name = name(type).replace('/', '.');
    String simple = text(type.sourceName());
    return file == null ? null : new Declared(Declared.TYPE, file, name, simple, List.of());
  }

  private static Declared declared(ReferenceBinding owner, FieldBinding field) {
    String file = file(owner);
    String kind = (field.modifiers & ClassFileConstants.AccEnum) != 0 ? "enum_constant" : "field";
    String name = name(owner).replace('/', '.');
    return file == null ? null : new Declared(kind, file, name, text(field.name), List.of());
  }

  /**
   * A method that the source does not contain (a default constructor, an enum's {@code values})
   * counts as its class.
   */
  private static Declared declared(ReferenceBinding owner, MethodBinding method) {
    String file = file(owner);
    if (file == null) {
      return null;
    }
    boolean unwritten =
        method.sourceMethod() == null || method.sourceMethod().isDefaultConstructor();
    if (unwritten) {
      return declared(owner);
    }
    return new Declared(
        method.isConstructor() ? Declared.CONSTRUCTOR : "method",
        file,
        name(owner).replace('/', '.'),
        text(method.selector),
        Arrays.stream(method.parameters).map(Bindings::simple).toList());
  }

  /**
   * A parameter's erased type by its simple name; a type variable without a bound keeps its name.
   */
  static String simple(TypeBinding type) {
    TypeBinding leaf = type.leafComponentType();
    String dimensions = "[]".repeat(type.dimensions());
    if (leaf instanceof TypeVariableBinding variable) {
      boolean bare = variable.firstBound == null;
      return (bare ? text(variable.sourceName) : simple(variable.firstBound)) + dimensions;
    }
    return text(leaf.erasure().sourceName()) + dimensions;
  }

  private static String file(ReferenceBinding type) {
    boolean written =
        type.outermostEnclosingType() instanceof SourceTypeBinding source && source.scope != null;
    if (!written) {
      return null;
    }
    SourceTypeBinding outermost = (SourceTypeBinding) type.outermostEnclosingType();
    String file = text(outermost.scope.referenceCompilationUnit().getFileName());
    return file.startsWith(MISSING) ? null : file;
  }

  static String text(char[] characters) {
    return characters == null ? "" : new String(characters);
  }
}
