package refverify.runner;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles source sets one after the other in one JVM and stops at the first that fails.
 *
 * <p>Standard input has lines {@code set <name>}, {@code encoding <charset>}, {@code option
 * <word>}, {@code source <path>}. Standard output gets one line an error, its fields separated by
 * tabs: {@code error}, path, line, message (backslash escapes for tabs and line breaks). Exit
 * status 0 is success, 1 a refused source set, 2 a misuse.
 */
public final class Compile {
  private final List<String> options = new ArrayList<>();
  private final List<File> sources = new ArrayList<>();
  private Charset encoding = StandardCharsets.UTF_8;

  private Compile() {}

  /**
   * Entry point; everything comes on standard input.
   *
   * @param arguments none
   * @throws IOException standard input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    int status = 0;
    for (Compile set : read()) {
      if (!set.sources.isEmpty() && !set.run(out)) {
        status = 1;
        break;
      }
    }
    out.flush();
    System.exit(status);
  }

  private static List<Compile> read() throws IOException {
    List<Compile> sets = new ArrayList<>();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      String value = line.substring(space + 1);
      switch (line.substring(0, Math.max(space, 0))) {
        case "set":
          sets.add(new Compile());
          break;
        case "encoding":
          sets.get(sets.size() - 1).encoding = Charset.forName(value);
          break;
        case "option":
          sets.get(sets.size() - 1).options.add(value);
          break;
        case "source":
          sets.get(sets.size() - 1).sources.add(new File(value));
          break;
        default:
          throw new IllegalArgumentException(line);
      }
    }
    return sets;
  }

  private boolean run(PrintStream out) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        javac.getStandardFileManager(found, Locale.ENGLISH, encoding)) {
      boolean good =
          javac
              .getTask(
                  null, files, found, options, null, files.getJavaFileObjectsFromFiles(sources))
              .call();
      for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
        if (each.getKind() == Diagnostic.Kind.ERROR) {
          out.println(describe(each));
        }
      }
      return good;
    }
  }

  private static String describe(Diagnostic<? extends JavaFileObject> error) {
    String file = error.getSource() == null ? "" : error.getSource().getName();
    long line = Math.max(error.getLineNumber(), 0);
    return "error\t" + file + "\t" + line + "\t" + escape(error.getMessage(Locale.ENGLISH));
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "");
  }
}
