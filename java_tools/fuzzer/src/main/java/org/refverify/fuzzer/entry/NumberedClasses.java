package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Pairs anonymous and local classes, whose numbers depend on the classes before them. */
public final class NumberedClasses {
  private static final Pattern NUMBERED = Pattern.compile(".*\\$\\d+[^$]*(\\$.*)?");
  private static final Pattern NUMBER = Pattern.compile("\\$\\d+");

  private NumberedClasses() {}

  /**
   * Whether the name has the form {@code Outer$1} or {@code Outer$1Local}, or belongs to a class
   * nested in one.
   */
  public static boolean isNumbered(String binaryName) {
    return NUMBERED.matcher(binaryName).matches();
  }

  /** The given renames and those that the numbers require. */
  static Renames pair(ClassSet old, ClassSet fresh, Renames renames) {
    Map<String, List<String>> free = new TreeMap<String, List<String>>();
    for (String name : fresh.names()) {
      if (isNumbered(name)) {
        String content = content(fresh.node(name), Renames.NONE);
        if (!free.containsKey(content)) {
          free.put(content, new ArrayList<String>());
        }
        free.get(content).add(name);
      }
    }
    Map<String, String> classes = new TreeMap<String, String>(renames.classes);
    for (String name : old.names()) {
      List<String> same = isNumbered(name) ? free.get(content(old.node(name), renames)) : null;
      if (same != null && !same.isEmpty()) {
        String plain = renames.className(name);
        String twin = same.contains(plain) ? plain : same.get(0);
        same.remove(twin);
        if (!twin.equals(name)) {
          classes.put(name, twin);
        }
      }
    }
    for (String name : old.names()) {
      boolean taken = classes.containsValue(renames.className(name));
      if (isNumbered(name) && !classes.containsKey(name) && taken) {
        classes.put(name, name + "$none");
      }
    }
    return new Renames(classes, renames.methods);
  }

  /** The content of the class without its own number and those of its neighbours. */
  private static String content(ClassNode node, Renames renames) {
    StringBuilder text = new StringBuilder(renames.internalName(node.name));
    text.append(' ').append(renames.internalName(node.superName));
    for (String type : node.interfaces) {
      text.append(' ').append(renames.internalName(type));
    }
    for (FieldNode field : node.fields) {
      text.append(' ').append(field.name).append(renames.descriptor(field.desc));
    }
    for (MethodNode method : node.methods) {
      Code code = new Code(node, method, renames);
      text.append('\n').append(method.name).append(renames.descriptor(method.desc));
      text.append(code.words).append(code.flow);
    }
    return NUMBER.matcher(text).replaceAll("\\$#");
  }
}
