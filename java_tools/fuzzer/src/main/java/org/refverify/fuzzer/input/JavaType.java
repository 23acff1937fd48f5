package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Type;

/** A type as in a signature: primitive, array, class with arguments, or type variable. */
final class JavaType {
  static final JavaType OBJECT =
      new JavaType("Ljava/lang/Object;", Collections.<JavaType>emptyList());

  /** Erased descriptor; that of the bound for a type variable. */
  final String descriptor;

  /** Arguments of a class, or the one element type of an array. */
  final List<JavaType> arguments;

  /** Name of a type variable that is not bound yet; null for every other type. */
  final String variable;

  private JavaType(String descriptor, List<JavaType> arguments, String variable) {
    this.descriptor = descriptor;
    this.arguments = Collections.unmodifiableList(new ArrayList<JavaType>(arguments));
    this.variable = variable;
  }

  JavaType(String descriptor, List<JavaType> arguments) {
    this(descriptor, arguments, null);
  }

  static JavaType ofClass(String binaryName) {
    return erased("L" + binaryName.replace('.', '/') + ";");
  }

  static JavaType variable(String name) {
    return variable(name, null);
  }

  /** A type variable with the descriptor of its bound; null means Object. */
  static JavaType variable(String name, String bound) {
    String erased = bound == null ? "Ljava/lang/Object;" : bound;
    return new JavaType(erased, Collections.<JavaType>emptyList(), name);
  }

  static JavaType arrayOf(JavaType element) {
    return new JavaType("[" + element.descriptor, Collections.singletonList(element));
  }

  static JavaType erased(String descriptor) {
    if (descriptor.charAt(0) == '[') {
      return arrayOf(erased(descriptor.substring(1)));
    }
    return new JavaType(descriptor, Collections.<JavaType>emptyList());
  }

  static List<JavaType> parameters(String methodDescriptor) {
    List<JavaType> types = new ArrayList<JavaType>();
    for (Type type : Type.getArgumentTypes(methodDescriptor)) {
      types.add(erased(type.getDescriptor()));
    }
    return types;
  }

  boolean isArray() {
    return descriptor.charAt(0) == '[';
  }

  boolean isPrimitive() {
    return descriptor.length() == 1;
  }

  /** Element type of an array. */
  JavaType element() {
    return arguments.isEmpty() ? erased(descriptor.substring(1)) : arguments.get(0);
  }

  /** The argument at an index; null if the type is raw. */
  JavaType argument(int index) {
    return index < arguments.size() ? arguments.get(index) : null;
  }

  /** Binary name of a class. */
  String className() {
    return Type.getType(descriptor).getClassName();
  }

  /** Distinguishes generic types too; a cache key. */
  @Override
  public String toString() {
    if (variable != null) {
      return "T" + variable + ":" + descriptor;
    }
    if (isArray()) {
      return "[" + element();
    }
    return arguments.isEmpty() ? descriptor : descriptor + arguments;
  }
}
