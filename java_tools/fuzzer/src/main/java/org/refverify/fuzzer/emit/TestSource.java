package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Quoted;

/** A JUnit test of one call. */
final class TestSource {
  private static final int SECONDS = 10;
  private final VersionPair versions;
  private final Entry entry;
  private final Body body;
  private final Emitter.Flavour flavour;
  private final Map<String, String> expected;
  private final String thrown;
  private final boolean limited;

  TestSource(
      VersionPair versions,
      Entry entry,
      Body body,
      Emitter.Flavour flavour,
      Map<String, String> expected,
      Map<String, String> old,
      boolean limited) {
    this.versions = versions;
    this.entry = entry;
    this.body = body;
    this.flavour = flavour;
    this.expected = expected;
    String seen = old.get("thrown");
    this.thrown = seen == null || seen.equals("nothing") ? null : seen;
    this.limited = limited;
  }

  private boolean isFive() {
    return flavour == Emitter.Flavour.JUNIT5;
  }

  String write(String className) {
    List<String> statements = statements();
    List<String> members = new ArrayList<String>();
    members.add(limited && !isFive() ? "@Test(timeout = " + SECONDS + "000)" : "@Test");
    members.add("public void behavesAsBefore() throws Throwable {");
    boolean wrapped = limited && isFive();
    if (wrapped) {
      members.add(
          "  assertTimeoutPreemptively(java.time.Duration.ofSeconds(" + SECONDS + "), () -> {");
    }
    for (String line : statements) {
      members.add("  " + line);
    }
    if (wrapped) {
      members.add("  });");
    }
    members.add("}");
    String head =
        "/** "
            + title()
            + " */\n"
            + "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})\n"
            + "public class "
            + className;
    return SourceFile.write(versions, body, imports(members), head, members);
  }

  private String title() {
    String simple = entry.old.owner.substring(entry.old.owner.lastIndexOf('.') + 1);
    String name = entry.old.name.equals("<init>") ? "constructor" : entry.old.name;
    return "What " + simple.replace('$', '.') + "'s " + name + " did before the refactoring.";
  }

  private List<String> imports(List<String> members) {
    String from = isFive() ? "org.junit.jupiter.api." : "org.junit.";
    String text = String.join("\n", members);
    List<String> lines = new ArrayList<String>();
    String[] names = {
      "assertArrayEquals",
      "assertEquals",
      "assertNotSame",
      "assertNull",
      "assertSame",
      "assertTimeoutPreemptively"
    };
    for (String name : names) {
      if (text.contains(name + "(")) {
        lines.add("import static " + from + (isFive() ? "Assertions." : "Assert.") + name + ";");
      }
    }
    lines.add("");
    lines.add("import " + from + "Test;");
    return lines;
  }

  private List<String> statements() {
    List<String> lines = new ArrayList<String>();
    if (body.locale != null) {
      lines.add("java.util.Locale before = java.util.Locale.getDefault();");
      lines.add(
          "java.util.Locale.setDefault(java.util.Locale.forLanguageTag(\"" + body.locale + "\"));");
      lines.add("try {");
      for (String line : act()) {
        lines.add("  " + line);
      }
      lines.add("} finally {");
      lines.add("  java.util.Locale.setDefault(before);");
      lines.add("}");
      return lines;
    }
    return act();
  }

  private List<String> act() {
    List<String> lines = new ArrayList<String>(body.lines);
    boolean prints = expected.containsKey("output") || expected.containsKey("errors");
    if (prints) {
      lines.add("java.io.PrintStream console = System.out;");
      lines.add("java.io.PrintStream consoleErrors = System.err;");
      lines.addAll(Captured.lines(""));
    }
    if (thrown != null) {
      lines.add("Throwable thrown = null;");
      lines.add("try {");
      lines.add("  " + body.statement + ";");
      lines.add("} catch (Throwable caught) {");
      lines.add("  thrown = caught;");
      lines.add("}");
    } else if (expected.containsKey("returned") || expected.containsKey(Same.NAME)) {
      lines.add(body.names.ofDescriptor(body.result) + " result = " + body.call + ";");
    } else {
      lines.add(body.statement + ";");
    }
    if (prints) {
      lines.add("System.setOut(console);");
      lines.add("System.setErr(consoleErrors);");
    }
    for (Map.Entry<String, String> each : expected.entrySet()) {
      asserted(each.getKey(), each.getValue(), lines);
    }
    return lines;
  }

  private void asserted(String name, String text, List<String> lines) {
    if (name.equals("thrown")) {
      if (thrown != null) {
        body.helpers.add(Helper.RENDERING);
        lines.add(
            equal(Quoted.string(thrown), "thrown == null ? \"nothing\" : name(thrown.getClass())"));
      }
    } else if (name.equals(Same.NAME)) {
      lines.add(Same.assertion(body, text));
    } else if (name.equals("returned")) {
      if (thrown == null) {
        lines.add(returned(text));
      }
    } else {
      lines.add(rendered(name, text));
    }
  }

  private String rendered(String name, String text) {
    body.helpers.add(Helper.RENDERING);
    if (name.startsWith("statics of ")) {
      String owner = Quoted.string(name.substring("statics of ".length()));
      return equal(Quoted.string(text), "statics(" + owner + ")");
    }
    if (name.equals("receiver")) {
      return equal(Quoted.string(text), "render(" + body.receiver + ")");
    }
    if (name.startsWith("argument ")) {
      int index = Integer.parseInt(name.substring("argument ".length())) - 1;
      return equal(Quoted.string(text), "render(" + body.arguments.get(index) + ")");
    }
    if (name.equals("calls")) {
      return equal(text, "CALLS.toString()");
    }
    body.helpers.add(Helper.PRINTED);
    return equal(text, "printed(" + name + ")");
  }

  private static String equal(String expectedCode, String actualCode) {
    return "assertEquals(" + expectedCode + ", " + actualCode + ");";
  }

  private String returned(String text) {
    if (text.equals("null")) {
      return "assertNull(result);";
    }
    switch (body.result) {
      case "I":
      case "J":
      case "B":
      case "S":
      case "C":
      case "Z":
      case "Ljava/lang/String;":
        return equal(smallest(text), "result");
      case "[I":
      case "[J":
      case "[B":
      case "[S":
      case "[C":
      case "[Ljava/lang/String;":
        String parts = "{" + text.substring(1, text.length() - 1) + "}";
        String type = body.names.ofDescriptor(body.result);
        return "assertArrayEquals(new " + type + " " + parts + ", result);";
      case "Ljava/lang/Integer;":
      case "Ljava/lang/Boolean;":
      case "Ljava/lang/Long;":
      case "Ljava/lang/Character;":
        String box = body.result.substring("Ljava/lang/".length(), body.result.length() - 1);
        return equal(box + ".valueOf(" + smallest(text) + ")", "result");
      default:
        body.helpers.add(Helper.RENDERING);
        return equal(Quoted.string(text), "render(result)");
    }
  }

  private static String smallest(String text) {
    if (text.equals("-9223372036854775808L")) {
      return "Long.MIN_VALUE";
    }
    return text;
  }
}
