package org.refverify.fuzzer.campaign;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The JDK's own compiler, for sources that the engine writes. */
final class Compiler {
  private Compiler() {}

  /** Whether this Java is a JDK. */
  static boolean isThere() {
    return ToolProvider.getSystemJavaCompiler() != null;
  }

  /**
   * Compiles sources by class name into a folder.
   *
   * @return false if they do not compile
   */
  static boolean compile(Map<String, String> sources, List<String> classPath, Path to)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Files.createDirectories(to);
    List<JavaFileObject> units = new ArrayList<JavaFileObject>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      units.add(new Text(source.getKey(), source.getValue()));
    }
    List<String> words =
        Arrays.asList(
            "-proc:none",
            "-nowarn",
            "-encoding",
            "UTF-8",
            "-d",
            to.toString(),
            "-cp",
            String.join(File.pathSeparator, classPath));
    return compiler.getTask(new StringWriter(), null, null, words, null, units).call();
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
