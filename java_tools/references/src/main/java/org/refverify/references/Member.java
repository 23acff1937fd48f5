package org.refverify.references;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * A class, or one of its members.
 *
 * @param owner the class by its internal name
 * @param name empty for the class itself
 * @param descriptor empty for the class itself
 */
record Member(String owner, String name, String descriptor) {
  private static final String CONSTRUCTOR = "<init>";

  static Member ofClass(String owner) {
    return new Member(owner, "", "");
  }

  boolean isClass() {
    return name.isEmpty();
  }

  boolean isMethod() {
    return descriptor.startsWith("(");
  }

  boolean isConstructor() {
    return name.equals(CONSTRUCTOR);
  }

  Member in(String otherOwner) {
    return new Member(otherOwner, name, descriptor);
  }

  /** The member as a person writes it: {@code java.io.File}, {@code java.lang.System.exit(int)}. */
  @Override
  public String toString() {
    String type = Type.getObjectType(owner).getClassName();
    if (isClass()) {
      return type;
    }
    String member = isConstructor() ? "new " + type : type + "." + name;
    return isMethod() ? member + parameters() : member;
  }

  private String parameters() {
    return Arrays.stream(Type.getArgumentTypes(descriptor))
        .map(Type::getClassName)
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
