package org.refverify.coverage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataReader;

/** Reads a recording of tests together with the class files that ran. */
public final class RecordingReader {
  private final Map<Long, SubjectClass> byId = new HashMap<>();
  private final Map<String, SubjectClass> byName = new TreeMap<>();
  private final Belonging belonging = new Belonging();
  private final List<String> sessions = new ArrayList<>();
  private final Set<String> unmatched = new TreeSet<>();

  private RecordingReader() {}

  /**
   * Reads class files and a recording of them.
   *
   * @param recording the execution data file, whose sessions each have a test's id
   * @param folders class files; if two have the same name, the one in the earlier folder counts
   * @param sources the sources whose methods to list, as {@code pkg/File.java}; all if empty
   * @param expected binary names of classes that must have run
   * @return a JSON object, see {@link CoverageJson}
   * @throws IOException a class file cannot be read
   */
  public static String of(
      String recording, List<String> folders, Set<String> sources, Set<String> expected)
      throws IOException {
    RecordingReader reading = new RecordingReader();
    for (String folder : folders) {
      reading.take(Path.of(folder));
    }
    byte[] recorded = Files.readAllBytes(Path.of(recording));
    try {
      reading.read(recorded);
    } catch (IOException | RuntimeException e) {
      return new CoverageJson(List.of()).end(Set.of(), Set.of(), String.valueOf(e.getMessage()));
    }
    return reading.answer(sources, expected);
  }

  private void take(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(RecordingReader::isClass).sorted().toList();
    }
    for (Path path : files) {
      SubjectClass read = new SubjectClass(Files.readAllBytes(path));
      if (byName.putIfAbsent(read.name(), read) == null) {
        byId.put(read.id(), read);
        belonging.add(read.file());
      }
    }
  }

  private static boolean isClass(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(".class") && !name.equals("module-info.class");
  }

  private void read(byte[] recording) throws IOException {
    RecordingShape.check(recording);
    ExecutionDataReader reader = new ExecutionDataReader(new ByteArrayInputStream(recording));
    IOException[] trouble = {null};
    reader.setSessionInfoVisitor(session -> sessions.add(session.getId()));
    reader.setExecutionDataVisitor(
        data -> {
          try {
            add(data);
          } catch (IOException e) {
            trouble[0] = e;
          }
        });
    reader.read();
    if (trouble[0] != null) {
      throw trouble[0];
    }
  }

  private void add(ExecutionData data) throws IOException {
    SubjectClass known = byId.get(data.getId());
    if (known != null) {
      known.add(data, Math.max(0, sessions.size() - 1));
    } else if (byName.containsKey(data.getName())) {
      unmatched.add(data.getName().replace('/', '.'));
    }
  }

  private String answer(Set<String> sources, Set<String> expected) throws IOException {
    CoverageJson json = new CoverageJson(sessions);
    for (SubjectClass each : byName.values()) {
      if (sources.isEmpty() || sources.contains(each.source())) {
        tell(each, json);
      }
    }
    Set<String> silent = new TreeSet<>();
    for (String name : expected) {
      SubjectClass known = byName.get(name.replace('.', '/'));
      if (known != null && known.probes().count() > 0 && !known.hasRun()) {
        silent.add(name);
      }
    }
    return json.end(silent, unmatched, "");
  }

  private void tell(SubjectClass type, CoverageJson json) throws IOException {
    Map<String, IMethodCoverage> counted = new HashMap<>();
    IClassCoverage coverage = type.coverage();
    if (coverage != null) {
      coverage.getMethods().forEach(each -> counted.put(each.getName() + each.getDesc(), each));
    }
    List<ClassProbes.CodedMethod> methods = type.probes().methods();
    for (int at = 0; at < methods.size(); at++) {
      ClassProbes.CodedMethod method = methods.get(at);
      IMethodCoverage lines = counted.get(method.name() + method.descriptor());
      if (lines != null) {
        BitSet ran = type.sessionsOf(at);
        List<String> around = belonging.around(type.name(), method.name(), method.descriptor());
        json.method(type, method, lines, around, ran);
      }
    }
  }
}
