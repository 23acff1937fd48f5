package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gives type variables their bounds. */
final class Scope {
  private Scope() {}

  /** The type with every variable's bound looked up in the method's scope, then in the class's. */
  static JavaType of(JavaType type, Map<String, JavaType> inner, Map<String, JavaType> outer) {
    if (type.variable != null) {
      JavaType bound = inner.containsKey(type.variable) ? inner.get(type.variable) : null;
      if (bound == null) {
        bound = outer.get(type.variable);
      }
      return JavaType.variable(type.variable, bound == null ? null : bound.descriptor);
    }
    if (type.arguments.isEmpty()) {
      return type;
    }
    List<JavaType> arguments = new ArrayList<JavaType>();
    for (JavaType argument : type.arguments) {
      arguments.add(of(argument, inner, outer));
    }
    return type.isArray()
        ? JavaType.arrayOf(arguments.get(0))
        : new JavaType(type.descriptor, arguments);
  }
}
