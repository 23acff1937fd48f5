package org.refverify.fuzzer.emit;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/** Names of types in one source file, and what it imports for them. */
final class Names {
  private final Access access;
  private final String home;
  private final Map<String, String> simple = new TreeMap<String, String>();
  private final Map<String, Integer> variables = new TreeMap<String, Integer>();

  Names(Access access, String homePackage) {
    this.access = access;
    this.home = homePackage;
  }

  /** The shortest name of a visible class. */
  String of(String className) {
    String full = access.sourceName(className);
    String inPackage = Access.packageOf(className);
    if (inPackage.equals(home) || inPackage.isEmpty()) {
      return home.isEmpty() ? full : full.substring(home.length() + 1);
    }
    String local = full.substring(inPackage.length() + 1);
    String top = local.indexOf('.') < 0 ? local : local.substring(0, local.indexOf('.'));
    String known = simple.get(top);
    String wanted = inPackage + "." + top;
    boolean hidden =
        access.exists(home.isEmpty() ? top : home + "." + top)
            || !inPackage.equals("java.lang") && access.exists("java.lang." + top);
    if (hidden || known != null && !known.equals(wanted)) {
      return full;
    }
    simple.put(top, wanted);
    return local;
  }

  /** The type of a descriptor in source; Object if the package cannot name it. */
  String ofDescriptor(String descriptor) {
    Type type = Type.getType(descriptor);
    switch (type.getSort()) {
      case Type.ARRAY:
        StringBuilder dimensions = new StringBuilder();
        for (int i = 0; i < type.getDimensions(); i++) {
          dimensions.append("[]");
        }
        return ofDescriptor(type.getElementType().getDescriptor()) + dimensions;
      case Type.OBJECT:
        return access.sees(type.getClassName()) ? of(type.getClassName()) : "Object";
      default:
        return type.getClassName();
    }
  }

  /** A variable name that is not used yet. */
  String variable(String wish) {
    String name = Character.toLowerCase(wish.charAt(0)) + wish.substring(1);
    name = name.replaceAll("[^A-Za-z0-9_]", "");
    if (!javax.lang.model.SourceVersion.isName(name)) {
      name = "value" + name;
    }
    Integer count = variables.get(name);
    variables.put(name, count == null ? 1 : count + 1);
    return count == null ? name : name + (count + 1);
  }

  /** Lines of the import section. */
  SortedSet<String> imports() {
    SortedSet<String> lines = new TreeSet<String>();
    for (String full : simple.values()) {
      if (!Access.packageOf(full).equals("java.lang")) {
        lines.add("import " + full + ";");
      }
    }
    return lines;
  }
}
