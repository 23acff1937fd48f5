package org.refverify.fuzzer.campaign;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options of a command as given: {@code --name value}, some more than once. */
final class Options {
  private static final Set<String> SWITCHES =
      new HashSet<String>(Arrays.asList("--identical", "--no-test"));

  private final Map<String, List<String>> values = new LinkedHashMap<String, List<String>>();
  private final List<String> words;

  private Options(List<String> words) {
    this.words = Collections.unmodifiableList(new ArrayList<String>(words));
  }

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException it cannot be read; the message says why
   */
  static Options of(List<String> words) {
    Options options = new Options(words);
    for (int i = 0; i < words.size(); i++) {
      String name = words.get(i);
      if (!name.startsWith("--")) {
        throw new IllegalArgumentException("not an option: " + name);
      }
      boolean isSwitch = SWITCHES.contains(name);
      if (!isSwitch && i + 1 == words.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      options.add(name, isSwitch ? "yes" : words.get(++i));
    }
    return options;
  }

  private void add(String name, String value) {
    List<String> all = values.get(name);
    if (all == null) {
      all = new ArrayList<String>();
      values.put(name, all);
    }
    all.add(value);
  }

  /** The original command line. */
  List<String> words() {
    return words;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return values.get(name).get(0);
  }

  List<String> all(String name) {
    return has(name) ? values.get(name) : Collections.<String>emptyList();
  }

  long number(String name, long otherwise) {
    return has(name) ? Long.parseLong(text(name)) : otherwise;
  }

  double decimal(String name, double otherwise) {
    return has(name) ? Double.parseDouble(text(name)) : otherwise;
  }

  /** The time limit of a campaign. */
  double seconds() {
    return decimal("--seconds", 60);
  }

  /** Whether mutants are to be measured if no difference is found. */
  boolean measures() {
    return has("--mutants") || !has("--identical");
  }

  /** The parts of a class path; empty if it was not given. */
  List<String> path(String name) {
    List<String> parts = new ArrayList<String>();
    for (String value : all(name)) {
      for (String part : value.split(File.pathSeparator)) {
        if (!part.isEmpty()) {
          parts.add(part);
        }
      }
    }
    return parts;
  }
}
