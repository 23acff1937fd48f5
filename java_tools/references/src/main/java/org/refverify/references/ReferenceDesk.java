package org.refverify.references;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.refverify.common.JsonWriter;
import org.refverify.prover.compile.BuiltClasses;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.OpenTrees;

/** The place where the analysis process asks for comparisons; the last class path stays open. */
public final class ReferenceDesk {
  private final OpenTrees open = new OpenTrees();

  /**
   * Compares two versions. A folder contains {@code main} and {@code test} with class files below
   * them.
   *
   * @param before folder of the old version
   * @param changed folder of the class files of the new version that are new or differ
   * @param gone class files of main code (path below {@code main}) that the new version does not
   *     have
   * @param edited paths of test sources that the change may edit
   * @param followers paths of test sources that may follow a method of main code
   * @param names that method's old and new name; empty for none
   * @param frameworks packages of test frameworks, with slashes
   * @param classPath jars and folders for both
   * @param javaHome the subject's JDK; null for the one that runs this code
   * @return a JSON list of findings
   */
  public String compare(
      String before,
      String changed,
      Collection<String> gone,
      Collection<String> edited,
      Collection<String> followers,
      List<String> names,
      Collection<String> frameworks,
      List<String> classPath,
      String javaHome) {
    Libraries around = open.libraries(classPath, javaHome);
    Function<String, byte[]> find = name -> around.bytes(name).orElse(null);
    Map<String, byte[]> oldMain = below(before, "main");
    Map<String, byte[]> oldTest = below(before, "test");
    Map<String, byte[]> newMain = with(oldMain, below(changed, "main"));
    Map<String, byte[]> newTest = with(oldTest, below(changed, "test"));
    gone.forEach(path -> newMain.remove(path.replaceFirst("\\.class$", "")));
    ReferenceComparison comparison =
        new ReferenceComparison(
            new ProjectClasses(oldMain, oldTest, find),
            new ProjectClasses(newMain, newTest, find),
            find);
    FollowedName followed =
        names.isEmpty() ? FollowedName.NONE : new FollowedName(names.get(0), names.get(1));
    return JsonWriter.write(
        comparison.findings(edited, followers, followed, frameworks).stream()
            .map(Finding::json)
            .toList());
  }

  private static Map<String, byte[]> below(String folder, String side) {
    return BuiltClasses.below(Path.of(folder, side));
  }

  private static Map<String, byte[]> with(Map<String, byte[]> old, Map<String, byte[]> changed) {
    Map<String, byte[]> all = new TreeMap<>(old);
    all.putAll(changed);
    return all;
  }
}
