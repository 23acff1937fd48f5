package launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The driver's output for a plan with one set of sources, and the folder of its classes. */
record DriverRun(boolean good, String said, Path folder) {
  static DriverRun of(TreePlace place, String plan, Path folder) throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, UTF_8);
    boolean good = new Compile(out, place).run(new ByteArrayInputStream(plan.getBytes(UTF_8)));
    return new DriverRun(good, said.toString(UTF_8), folder);
  }

  boolean isWhole() {
    return said.contains("whole\t");
  }

  /** The top-level classes in the lines with a word. */
  Set<String> listed(String word) {
    return said.lines()
        .filter(line -> line.startsWith(word + "\t"))
        .flatMap(line -> Arrays.stream(line.split("\t")).skip(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Map<String, ByteBuffer> classes() throws IOException {
    Map<String, ByteBuffer> found = new TreeMap<>();
    for (File each : Abi.classes(folder.toFile())) {
      byte[] content = Files.readAllBytes(each.toPath());
      found.put(folder.relativize(each.toPath()).toString(), ByteBuffer.wrap(content));
    }
    return found;
  }

  /** The base's classes, replaced with its own where it has them; only its own if it is whole. */
  Map<String, ByteBuffer> classesOn(DriverRun base) throws IOException {
    if (isWhole()) {
      return classes();
    }
    Set<String> replaced = listed("part");
    replaced.addAll(listed("again"));
    File root = base.folder.toFile();
    Map<String, ByteBuffer> found = base.classes();
    found.keySet().removeIf(path -> replaced.contains(Abi.topLevel(root, new File(root, path))));
    found.putAll(classes());
    return found;
  }
}
