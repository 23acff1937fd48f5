package org.refverify.coverage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** A program of one file {@code p/A.java}, run under JaCoCo: each call is a session. */
final class RecordedProgram {
  private static final Pattern METHOD =
      Pattern.compile("\\{\"class\":\"([^\"]*)\",\"name\":\"([^\"]*)\"[^}]*\\}");

  private final Path classes;
  private final ByteArrayOutputStream recording = new ByteArrayOutputStream();

  private RecordedProgram(Path classes) {
    this.classes = classes;
  }

  /** Compiles the source and calls these static methods in turn. */
  static RecordedProgram of(Path folder, String source, String... calls) {
    try {
      RecordedProgram program = new RecordedProgram(compile(folder, source));
      program.run(calls);
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path classes() {
    return classes;
  }

  byte[] recording() {
    return recording.toByteArray();
  }

  /** The answer of {@link RecordingReader} for the whole source. */
  String read(String... expected) {
    return read(recording(), expected);
  }

  String read(byte[] data, String... expected) {
    try {
      Path file = Files.write(classes.resolveSibling("jacoco.exec"), data);
      return RecordingReader.of(
          file.toString(), List.of(classes.toString()), Set.of("p/A.java"), Set.of(expected));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON object for a method in an answer. */
  static String method(String answer, String type, String name) {
    Matcher found = METHOD.matcher(answer);
    while (found.find()) {
      if (found.group(1).equals(type) && found.group(2).equals(name)) {
        return found.group();
      }
    }
    throw new AssertionError(type + "#" + name + " is not in " + answer);
  }

  private static Path compile(Path folder, String source) throws IOException {
    Path file = Files.createDirectories(folder.resolve("src/p")).resolve("A.java");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Files.writeString(file, source);
    String[] words = {"-g", "-d", classes.toString(), file.toString()};
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, words);
    if (status != 0) {
      throw new AssertionError("it does not compile");
    }
    return classes;
  }

  private void run(String... calls) throws IOException {
    LoggerRuntime runtime = new LoggerRuntime();
    RuntimeData data = new RuntimeData();
    try {
      runtime.startup(data);
      ClassLoader loader = new InMemory(instrumented(runtime));
      ExecutionDataWriter writer = new ExecutionDataWriter(recording);
      for (String call : calls) {
        loader.loadClass("p.A").getMethod(call).invoke(null);
        data.setSessionId("p.ATest#" + call);
        data.collect(writer, writer, true);
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      runtime.shutdown();
    }
  }

  private Map<String, byte[]> instrumented(LoggerRuntime runtime) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(classes)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      String path = classes.relativize(file).toString();
      String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
      found.put(name, new Instrumenter(runtime).instrument(Files.readAllBytes(file), name));
    }
    return found;
  }

  private static final class InMemory extends ClassLoader {
    private final Map<String, byte[]> files;

    InMemory(Map<String, byte[]> files) {
      super(null);
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = files.get(name);
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, file, 0, file.length);
    }
  }
}
