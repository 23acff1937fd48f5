package launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles source sets one after the other in one JVM and stops at the first failure.
 *
 * <p>If the classes of the base are given, only changed sources are compiled first, against those
 * classes. If what other sources can see of them is unchanged, nothing else needs compiling. If
 * only methods differ, the sources that depend on them are compiled too, in every later set as
 * well. Otherwise the whole set is compiled, and every later set. Time stamps are ignored.
 *
 * <p>Standard input has lines {@code set <name>}, then for the set {@code encoding}, {@code output
 * <folder>}, {@code path <entry>} (class path), {@code behind <entry>} (also of the class path,
 * unless it is the base of a set that was compiled as a whole, whose output then contains
 * everything), {@code option <word>}, {@code source <file>}, {@code base <folder>}, {@code changed
 * <file>}, {@code deleted yes}. Standard output has fields separated by tabs: {@code error}, path,
 * line, message for each error; {@code whole}, set; or {@code part}, set, and the top-level classes
 * of the changed sources, which replace those of the base, with {@code again}, set, and the classes
 * of unchanged sources that do so too; and {@code compiled}, path, SHA-256 for each changed source
 * that javac received, read just before. Exit status 0 is success, 1 a rejected source set.
 */
public final class Compile {
  private final PrintStream out;
  private final TreePlace place;
  private final Set<String> obsolete = new HashSet<>();
  private final MethodChanges changes = new MethodChanges();
  private boolean everything;
  private boolean wordless;

  Compile(PrintStream out, TreePlace place) {
    this.out = out;
    this.place = place;
  }

  /**
   * Entry point; all input comes on standard input.
   *
   * @param arguments none
   * @throws IOException standard input cannot be read, or classes cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    boolean good = new Compile(out, TreePlace.HERE).run(System.in);
    out.flush();
    System.exit(good ? 0 : 1);
  }

  /** Compiles a plan; false at the first source set that is rejected. */
  boolean run(InputStream plan) throws IOException {
    for (SourceSet set : read(plan)) {
      if (!run(set)) {
        return false;
      }
    }
    return true;
  }

  /** Whether javac rejected a source set without an error in a source. */
  boolean isWordless() {
    return wordless;
  }

  private List<SourceSet> read(InputStream plan) throws IOException {
    List<SourceSet> sets = new ArrayList<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(plan, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      String word = line.substring(0, Math.max(space, 0));
      String value = line.substring(space + 1);
      if (word.equals("set")) {
        sets.add(new SourceSet(value, place));
      } else {
        sets.get(sets.size() - 1).take(word, value);
      }
    }
    return sets;
  }

  private boolean run(SourceSet set) throws IOException {
    List<String> usual = new ArrayList<>(set.classPath);
    usual.removeIf(entry -> set.behind.contains(entry) && obsolete.contains(entry));
    Files.createDirectories(set.output.toPath());
    if (!everything && set.base != null && !set.deleted) {
      List<String> path = new ArrayList<>(usual);
      path.add(0, set.base.getPath());
      Answer answer = inPart(set, path);
      if (answer != Answer.NONE) {
        return answer == Answer.COMPILED;
      }
    }
    everything = true;
    if (set.base != null) {
      obsolete.add(set.base.getPath());
    }
    clean(set);
    if (!set.sources.isEmpty() && !javac(set, set.sources, usual)) {
      return false;
    }
    out.println("whole\t" + set.name);
    return true;
  }

  private enum Answer {
    COMPILED,
    REFUSED,
    NONE
  }

  /** Compiles what changed and what depends on it; {@code NONE} if that is not enough. */
  private Answer inPart(SourceSet set, List<String> path) throws IOException {
    Dependants dependants = new Dependants(set);
    Set<File> again = dependants.of(changes);
    while (again != null) {
      List<File> sources = new ArrayList<>(set.changed);
      sources.addAll(again);
      if (!sources.isEmpty() && !javac(set, sources, path)) {
        return Answer.REFUSED;
      }
      Set<String> replaced = replaced(set);
      if (!addChanges(set, sources, replaced)) {
        return Answer.NONE;
      }
      Set<File> all = dependants.of(changes);
      if (again.equals(all)) {
        Set<String> unchanged = dependants.topLevel(again);
        replaced.removeAll(unchanged);
        out.println("part\t" + set.name + "\t" + String.join("\t", replaced));
        out.println("again\t" + set.name + "\t" + String.join("\t", unchanged));
        return Answer.COMPILED;
      }
      again = all;
      clean(set);
    }
    return Answer.NONE;
  }

  private static void clean(SourceSet set) throws IOException {
    for (File old : Abi.classes(set.output)) {
      if (!old.delete()) {
        throw new IOException("cannot delete " + old);
      }
    }
  }

  /** The top-level classes of the compiled sources. */
  private static Set<String> replaced(SourceSet set) {
    Set<String> found = new TreeSet<>();
    for (File each : Abi.classes(set.output)) {
      found.add(Abi.topLevel(set.output, each));
    }
    return found;
  }

  /**
   * Records the methods whose visible form in the new classes differs from the base's classes of
   * the same sources. Returns false if other visible differences are possible. Each source must
   * produce one top-level class in both versions.
   */
  private boolean addChanges(SourceSet set, List<File> sources, Set<String> replaced)
      throws IOException {
    if (replaced.size() != sources.size()) {
      return false;
    }
    Set<String> names = new HashSet<>();
    for (File each : sources) {
      names.add(each.getName());
    }
    List<File> old = new ArrayList<>();
    for (File each : neighbours(set.base, replaced)) {
      boolean ours = replaced.contains(Abi.topLevel(set.base, each));
      if (ours) {
        old.add(each);
      } else if (names.contains(Abi.read(each).source())) {
        return false;
      }
    }
    return changes.add(Abi.of(old), Abi.of(Abi.classes(set.output)));
  }

  /** The base's class files in the packages of the given classes. */
  private static List<File> neighbours(File base, Set<String> classes) {
    Set<File> packages = new HashSet<>();
    for (String name : classes) {
      packages.add(new File(base, name).getParentFile());
    }
    List<File> found = new ArrayList<>();
    for (File folder : packages) {
      File[] entries = folder.listFiles((dir, name) -> name.endsWith(".class"));
      found.addAll(Arrays.asList(entries == null ? new File[0] : entries));
    }
    return found;
  }

  private boolean javac(SourceSet set, List<File> sources, List<String> path) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options = new ArrayList<>(set.options);
    options.add("-d");
    options.add(set.output.getPath());
    options.add("-cp");
    options.add(path.isEmpty() ? "../none" : String.join(File.pathSeparator, path));
    for (File each : sources) {
      if (set.changed.contains(each)) {
        out.println("compiled\t" + place.shown(each.getPath()) + "\t" + digest(each));
      }
    }
    try (StandardJavaFileManager files =
        javac.getStandardFileManager(found, Locale.ENGLISH, set.encoding)) {
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromFiles(sources);
      boolean good = javac.getTask(null, files, found, options, null, units).call();
      boolean told = false;
      for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
        if (each.getKind() == Diagnostic.Kind.ERROR) {
          out.println(describe(each));
          told |= each.getSource() != null;
        }
      }
      wordless |= !good && !told;
      return good;
    }
  }

  private static String digest(File file) throws IOException {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file.toPath()));
      return String.format("%064x", new BigInteger(1, sum));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private String describe(Diagnostic<? extends JavaFileObject> error) {
    String file = error.getSource() == null ? "" : place.shown(error.getSource().getName());
    long line = Math.max(error.getLineNumber(), 0);
    String message = place.shown(error.getMessage(Locale.ENGLISH));
    return "error\t" + file + "\t" + line + "\t" + escape(message);
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "");
  }
}
