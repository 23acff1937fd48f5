package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random edits of single method declarations, compiled in part and as a whole, with the same
 * result.
 */
class RandomEditsTest {
  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?m)^( {2,8})((?:public |protected |static |final |abstract |synchronized |default )*)"
              + "((?:<[^>(]*> )?)(?!return |new |else |throw |private )([\\w<>\\[\\], .?]+?) (\\w+)"
              + "\\(([^()]*)\\)( throws [\\w, .]+)?( \\{|;)$");
  private static final List<String> PARAMETERS =
      List.of("Object q", "String q", "int q", "", "Object... q", "java.util.List<?> q");

  private final Path tree =
      Path.of(System.getProperty("edits.of", "src/main/java")).toAbsolutePath();
  private final String path =
      System.getProperty("edits.path", System.getProperty("java.class.path"));
  private final Random random = new Random(Long.getLong("edits.seed", 1));

  @TempDir Path work;

  @Test
  void inPartAndWholeSayTheSame() throws IOException {
    List<String> sources = sources();
    DriverRun base = compiled("base", sources, null, null);
    assertTrue(base.good(), base.said());
    int inPart = 0;
    long secondsInPart = 0;
    long secondsWhole = 0;
    for (int left = Integer.getInteger("edits", 6); left > 0; ) {
      String source = sources.get(random.nextInt(sources.size()));
      String edited = edited(Files.readString(tree.resolve(source)), sources);
      if (edited == null) {
        continue;
      }
      left--;
      Path changed = work.resolve("tree").resolve(source);
      Files.createDirectories(changed.getParent());
      Files.writeString(changed, edited);

      long started = System.nanoTime();
      DriverRun part = compiled("part", sources, source, base.folder());
      long between = System.nanoTime();
      DriverRun whole = compiled("whole", sources, source, null);
      long ended = System.nanoTime();

      String what = source + "\n" + edited + "\n" + part.said() + "\n" + whole.said();
      assertEquals(whole.good(), part.good(), what);
      if (part.good() && !part.isWhole()) {
        assertEquals(whole.classes(), part.classesOn(base), what);
        inPart++;
        secondsInPart += between - started;
        secondsWhole += ended - between;
      }
      Files.delete(changed);
    }
    System.out.printf(
        "in part %d: %.1f s, whole %.1f s%n", inPart, secondsInPart / 1e9, secondsWhole / 1e9);
  }

  private List<String> sources() throws IOException {
    try (Stream<Path> found = Files.walk(tree)) {
      return found
          .map(file -> tree.relativize(file).toString())
          .filter(file -> file.endsWith(".java") && !file.endsWith("-info.java"))
          .sorted()
          .toList();
    }
  }

  /**
   * A source with one method declared differently, or with an additional method; null if it has
   * none.
   */
  private String edited(String text, List<String> sources) throws IOException {
    List<MatchResult> all = DECLARATION.matcher(text).results().toList();
    if (all.isEmpty()) {
      return null;
    }
    MatchResult old = all.get(random.nextInt(all.size()));
    String access = old.group(2);
    String result = old.group(4);
    String name = old.group(5);
    String parameters = old.group(6);
    String thrown = old.group(7) == null ? "" : old.group(7);
    String before = "";
    switch (random.nextInt(8)) {
      case 0 -> name += "Renamed";
      case 1 -> access = access.replace("public ", "").replace("protected ", "");
      case 2 -> parameters += parameters.isEmpty() ? "int more" : ", int more";
      case 3 -> thrown = thrown.isEmpty() ? " throws java.io.IOException" : "";
      case 4 -> access = toggled(access, "final ");
      case 5 -> result = result.equals("int") ? "long" : "Object";
      case 6 -> access = toggled(access, "static ");
      default -> before = old.group(1) + "public int " + nameIn(sources) + overload() + "\n\n";
    }
    String declared = access + old.group(3) + result + " " + name + "(" + parameters + ")" + thrown;
    return text.substring(0, old.start())
        + before
        + old.group(1)
        + declared
        + old.group(8)
        + text.substring(old.end());
  }

  private static String toggled(String words, String word) {
    return words.contains(word) ? words.replace(word, "") : word + words;
  }

  private String nameIn(List<String> sources) throws IOException {
    String text = Files.readString(tree.resolve(sources.get(random.nextInt(sources.size()))));
    List<MatchResult> all = DECLARATION.matcher(text).results().toList();
    return all.isEmpty() ? "size" : all.get(random.nextInt(all.size())).group(5);
  }

  private String overload() {
    return "(" + PARAMETERS.get(random.nextInt(PARAMETERS.size())) + ") { return 0; }";
  }

  private DriverRun compiled(String name, List<String> sources, String changed, Path base)
      throws IOException {
    clear(work.resolve(name));
    StringBuilder plan = new StringBuilder("set main\noutput ../" + name + "\npath " + path + "\n");
    plan.append("option -proc:none\noption -nowarn\noption -g:none\n");
    sources.forEach(each -> plan.append("source ").append(each).append('\n'));
    plan.append(base == null ? "" : "base " + base + "\n");
    plan.append(changed == null ? "" : "changed " + changed + "\n");
    TreePlace place = new TreePlace.Beside(work.resolve("tree").toFile(), tree.toFile());
    return DriverRun.of(place, plan.toString(), work.resolve(name));
  }

  private static void clear(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> found = Files.walk(folder)) {
        for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
