package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Quoted;

/** The source of a class that makes one call and prints everything that can be observed. */
final class ProbeSource {
  private final VersionPair versions;
  private final Entry entry;
  private final Body body;
  private final String mark;

  ProbeSource(VersionPair versions, Entry entry, Body body, String mark) {
    this.versions = versions;
    this.entry = entry;
    this.body = body;
    this.mark = mark;
  }

  String write(String className) {
    body.helpers.add(Helper.RENDERING);
    body.helpers.add(Helper.PRINTED);
    List<String> members = new ArrayList<String>();
    members.add("public static void main(String[] none) throws Throwable {");
    if (body.locale != null) {
      members.add(
          "  java.util.Locale.setDefault(java.util.Locale.forLanguageTag(\""
              + body.locale
              + "\"));");
    }
    for (String line : body.lines) {
      members.add("  " + line);
    }
    call(members);
    if (!body.result.equals("V")) {
      print(members, "returned", "thrown == null ? render(result) : \"nothing\"");
    }
    if (Same.counts(Type.getType(body.result))) {
      Type[] types = Type.getArgumentTypes(entry.old.descriptor);
      print(members, Same.NAME, Same.expression(body, types));
    }
    print(members, "thrown", "thrown == null ? \"nothing\" : name(thrown.getClass())");
    rest(members);
    members.add("}");
    return SourceFile.write(
        versions,
        body,
        Collections.<String>emptyList(),
        "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})\npublic final class "
            + className,
        members);
  }

  private void call(List<String> members) {
    members.add("  java.io.PrintStream console = System.out;");
    members.addAll(Captured.lines("  "));
    members.add("  Object result = null;");
    members.add("  Throwable thrown = null;");
    members.add("  try {");
    members.add("    " + (body.result.equals("V") ? "" : "result = ") + body.call + ";");
    members.add("  } catch (Throwable caught) {");
    members.add("    thrown = caught;");
    members.add("  }");
  }

  private void rest(List<String> members) {
    if (body.receiver != null) {
      print(members, "receiver", "render(" + body.receiver + ")");
    }
    Type[] types = Type.getArgumentTypes(entry.old.descriptor);
    for (int i = 0; i < types.length; i++) {
      if (types[i].getSort() >= Type.ARRAY) {
        print(members, "argument " + (i + 1), "render(" + body.arguments.get(i) + ")");
      }
    }
    for (String owner : owners(entry)) {
      if (versions.old.owns(owner)) {
        print(members, "statics of " + owner, "statics(" + Quoted.string(owner) + ")");
      }
    }
    print(members, "output", "render(printed(output))");
    print(members, "errors", "render(printed(errors))");
    if (body.helpers.contains(Helper.STAND_INS)) {
      print(members, "calls", "render(CALLS.toString())");
    }
  }

  static SortedSet<String> owners(Entry entry) {
    SortedSet<String> owners = new TreeSet<String>();
    owners.add(entry.old.owner);
    for (MethodName method : entry.reaches) {
      owners.add(method.owner);
    }
    return owners;
  }

  private void print(List<String> members, String name, String expression) {
    members.add(
        "  console.println(" + Quoted.string(mark + name + "\t") + " + (" + expression + "));");
  }
}
