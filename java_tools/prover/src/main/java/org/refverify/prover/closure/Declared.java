package org.refverify.prover.closure;

import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * A declaration of a source tree, described as a person would look it up.
 *
 * @param kind what it is, by the names that the analysis gives members: {@code method}, {@code
 *     constructor}, {@code field}, {@code enum_constant}, {@code initializer}, {@code type}; {@code
 *     header} is a type without its body
 * @param file its path
 * @param className binary name, with dots, of the class that declares it; for a type, of the type
 * @param name simple name; {@code <init>} for a constructor, empty for an initialiser
 * @param parameterTypes erased, by their simple names; a type variable without a bound keeps its
 *     name; empty without parameters
 */
public record Declared(
    String kind, String file, String className, String name, List<String> parameterTypes) {
  static final String TYPE = "type";

  static final String CONSTRUCTOR = "constructor";

  /** A type's declaration without its body. */
  static final String HEADER = "header";

  /** Copies the parameter types. */
  public Declared {
    parameterTypes = List.copyOf(parameterTypes);
  }

  boolean isType() {
    return kind.equals(TYPE);
  }

  boolean isHeader() {
    return kind.equals(HEADER);
  }

  boolean isConstructor() {
    return kind.equals(CONSTRUCTOR);
  }

  boolean isCallable() {
    return kind.equals("method") || isConstructor();
  }

  /** The method or constructor of the same class and name that has no parameters. */
  Declared withoutParameters() {
    return new Declared(kind, file, className, name, List.of());
  }

  /** Whether both describe the same member, in whatever file. */
  boolean isSame(Declared other) {
    return className.equals(other.className)
        && name.equals(other.name)
        && isCallable() == other.isCallable()
        && isType() == other.isType()
        && isHeader() == other.isHeader()
        && parameterTypes.equals(other.parameterTypes);
  }

  Map<String, Object> json() {
    return JsonWriter.object(
        "kind", kind,
        "file", file,
        "class", className,
        "name", name,
        "parameters", parameterTypes);
  }
}
