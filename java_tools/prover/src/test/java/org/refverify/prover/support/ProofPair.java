package org.refverify.prover.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pair of tests/fixtures/proof-pairs; README.md there has the format.
 *
 * @param group name of the file it stands in
 * @param name unique in the file
 * @param expect provable, never, either
 * @param java the oldest source level that takes both
 * @param closedWorld whether a proof for a closed world is right
 * @param before files by path, without those of libraries
 * @param after files by path, without those of libraries
 * @param needsLibrary whether both versions use a library of which the prover sees nothing
 */
public record ProofPair(
    String group,
    String name,
    String expect,
    int java,
    boolean closedWorld,
    Map<String, String> before,
    Map<String, String> after,
    boolean needsLibrary) {

  private static final String LIBRARY = "library/";

  private static final Path FOLDER = Path.of("..", "..", "tests", "fixtures", "proof-pairs");

  /** The pairs whose files the prover sees completely. */
  public static Stream<ProofPair> whole() {
    return all().stream().filter(pair -> !pair.needsLibrary());
  }

  /** All pairs, in the order of the files' names and then of the files. */
  public static List<ProofPair> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<ProofPair> pairs = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".pairs")).sorted().toList()) {
        String name = file.getFileName().toString();
        pairs.addAll(read(name.substring(0, name.indexOf('.')), Files.readString(file)));
      }
      return pairs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ProofPair> read(String group, String text) {
    String[] parts = ("\n" + text).split("\n=== ");
    return Arrays.stream(parts).skip(1).map(part -> pair(group, part)).toList();
  }

  private static ProofPair pair(String group, String text) {
    String[] sections = text.split("\n--- ");
    String[] head = sections[0].split("\n");
    Map<String, String> said = new HashMap<>();
    Arrays.stream(head)
        .skip(1)
        .filter(line -> !line.isEmpty())
        .forEach(line -> said.put(line.split(": ")[0], line.split(": ", 2)[1]));
    Map<String, String> before = new TreeMap<>();
    Map<String, String> after = new TreeMap<>();
    Arrays.stream(sections)
        .skip(1)
        .filter(section -> !section.startsWith("witness\n") && !section.startsWith(LIBRARY))
        .forEach(
            section -> {
              side(section, '-', before);
              side(section, '+', after);
            });
    return new ProofPair(
        group,
        head[0],
        said.get("expect"),
        Integer.parseInt(said.getOrDefault("java", "8")),
        "allowed".equals(said.get("closed-world")),
        before,
        after,
        Arrays.stream(sections).anyMatch(section -> section.startsWith(LIBRARY)));
  }

  private static void side(String section, char sign, Map<String, String> files) {
    int end = section.indexOf('\n');
    List<String> own =
        Arrays.stream(section.substring(end + 1).split("\n"))
            .filter(line -> line.isEmpty() || line.charAt(0) == ' ' || line.charAt(0) == sign)
            .toList();
    if (own.stream().anyMatch(line -> !line.isEmpty())) {
      files.put(
          section.substring(0, end),
          own.stream()
              .map(line -> line.isEmpty() ? "\n" : line.substring(1) + "\n")
              .collect(Collectors.joining()));
    }
  }

  @Override
  public String toString() {
    return group + ": " + name;
  }
}
