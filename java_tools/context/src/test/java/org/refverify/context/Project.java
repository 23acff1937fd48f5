package org.refverify.context;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.TextTree;

/** A small project, with short methods for the records about it. */
final class Project {
  static final ReadingLimits PLENTY = new ReadingLimits(50, 4_000, 60_000, 200, 500);
  private static final Libraries JAVA = new Libraries(List.of(), null);

  private final TextTree tree;
  private ReadingLimits limits = PLENTY;

  private Project(TextTree tree) {
    this.tree = tree;
  }

  /** Files whose first line may be a package; each is named after its first type. */
  static Project of(String... texts) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String text : texts) {
      String name = text.replaceFirst("(?s).*?\\b(?:class|interface|enum|record) (\\w+).*", "$1");
      String folder =
          text.startsWith("package ")
              ? text.substring(8, text.indexOf(';')).replace('.', '/') + "/"
              : "";
      files.put(folder + name + ".java", text);
    }
    return new Project(new TextTree(files));
  }

  static Project ofFiles(Map<String, String> files) {
    return new Project(new TextTree(files));
  }

  Project within(ReadingLimits others) {
    limits = others;
    return this;
  }

  ReadFiles files() {
    return new ReadFiles(
        new BoundSources(tree, JAVA, ""), new TreeWords(tree, new KnownWords()), limits.files());
  }

  /** The whole answer about some methods and the reading. */
  Map<String, Object> told(ReadFiles files, LookedFor... wanted) {
    return SurroundingsReading.of(files, List.of(wanted), limits);
  }

  /** The record of one method {@code pkg.Class#name(types)}. */
  Map<String, Object> around(String method) {
    return around(method, path(method));
  }

  Map<String, Object> around(String method, String path) {
    Map<String, Object> all = told(files(), lookedFor(method, path, 0));
    if (list(all, "methods").isEmpty()) {
      throw new AssertionError("not found: " + all.get("missing"));
    }
    return list(all, "methods").get(0);
  }

  static LookedFor lookedFor(String method, String path, int line) {
    int hash = method.indexOf('#');
    int bracket = method.indexOf('(');
    String types = method.substring(bracket + 1, method.length() - 1);
    return new LookedFor(
        path,
        method.substring(0, hash),
        method.substring(hash + 1, bracket),
        types.isEmpty() ? List.of() : List.of(types.split(", ")),
        line);
  }

  private static String path(String method) {
    String owner = method.substring(0, method.indexOf('#'));
    return owner.replace('.', '/').replaceFirst("\\$.*", "") + ".java";
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> told, String name) {
    return (List<Map<String, Object>>) told.get(name);
  }

  /** Methods as {@code pkg.Class#name descriptor}, followed by the lines of their calls. */
  static List<String> methods(Map<String, Object> told, String name) {
    return list(told, name).stream()
        .map(
            each ->
                each.get("class_name")
                    + "#"
                    + each.get("name")
                    + each.get("descriptor")
                    + (each.containsKey("lines") ? " " + each.get("lines") : "")
                    + (each.getOrDefault("through", "").equals("")
                        ? ""
                        : " through " + each.get("through")))
        .collect(Collectors.toList());
  }

  static List<Object> names(Map<String, Object> told, String name) {
    return list(told, name).stream().map(each -> each.get("name")).toList();
  }
}
