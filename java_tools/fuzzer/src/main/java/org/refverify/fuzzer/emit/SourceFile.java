package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.refverify.fuzzer.recipe.Quoted;

/** Assembles a class: package, imports, body, and the helpers that it needs. */
final class SourceFile {
  private SourceFile() {}

  static String write(
      VersionPair versions, Body body, List<String> imports, String head, List<String> members) {
    StringBuilder text = new StringBuilder();
    if (!body.home.isEmpty()) {
      text.append("package ").append(body.home).append(";\n\n");
    }
    List<String> every = new ArrayList<String>(imports);
    every.addAll(body.names.imports());
    text.append(imports(every)).append(head).append(" {\n");
    for (String line : members) {
      text.append(line.isEmpty() ? "" : "  ").append(line).append('\n');
    }
    if (body.helpers.contains(Helper.STAND_INS)) {
      body.helpers.add(Helper.RENDERING);
    }
    if (body.helpers.contains(Helper.MOVED)) {
      body.helpers.add(Helper.REFLECTION);
    }
    if (body.helpers.contains(Helper.RENDERING) || body.helpers.contains(Helper.REFLECTION)) {
      body.helpers.add(Helper.NAMES);
      text.append('\n').append(tables(versions));
    }
    for (Helper helper : body.helpers) {
      text.append('\n').append(helper.source());
    }
    return text.append("}\n").toString();
  }

  /** The import section: first static ones, then the others, each once and in order. */
  static String imports(Collection<String> lines) {
    Set<String> statics = new TreeSet<String>();
    Set<String> others = new TreeSet<String>();
    for (String line : lines) {
      (line.startsWith("import static ") ? statics : others).add(line);
    }
    others.remove("");
    return block(statics) + block(others);
  }

  private static String block(Set<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n\n";
  }

  private static String tables(VersionPair versions) {
    StringBuilder text = new StringBuilder();
    text.append("  private static final java.util.List<String> LEFT_OUT =\n")
        .append("      java.util.Arrays.<String>asList(");
    String before = "";
    for (String field : versions.leftOut) {
      text.append(before).append(Quoted.string(field));
      before = ", ";
    }
    text.append(");\n")
        .append("  private static final java.util.Map<String, String> RENAMED =\n")
        .append("      new java.util.TreeMap<String, String>();\n");
    if (!versions.renamed.isEmpty()) {
      text.append("\n  static {\n");
      for (Map.Entry<String, String> each : versions.renamed.entrySet()) {
        text.append("    RENAMED.put(")
            .append(Quoted.string(each.getKey()))
            .append(", ")
            .append(Quoted.string(each.getValue()))
            .append(");\n");
      }
      text.append("  }\n");
    }
    return text.toString();
  }
}
