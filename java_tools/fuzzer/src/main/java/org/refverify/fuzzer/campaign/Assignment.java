package org.refverify.fuzzer.campaign;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;

/** What a supervisor tells a worker when it starts it, besides the campaign's own options. */
final class Assignment {
  private static final String FOLDER = "--work";
  private static final String INPUTS = "--inputs";
  private static final String ENTRY = "--from-entry";
  private static final String INDEX = "--from-index";
  private static final String MUTANT = "--from-mutant";
  private static final String LEFT = "--left";
  private static final String MILLIS = "--millis";

  /** Where the worker leaves its journal and its beat. */
  final Path folder;

  /** The file of inputs that all workers of a campaign share. */
  final Path inputs;

  /** The number of the entry to begin with. */
  int entry;

  /** Inputs of that entry with a lower index were run by a worker that is gone. */
  int index;

  /** Mutants with a lower number were tried by a worker that is gone. */
  int mutant;

  /** Inputs that may run, over all entries. */
  long left;

  /** The time that is left. */
  long millis;

  Assignment(Path folder, Path inputs) {
    this.folder = folder;
    this.inputs = inputs;
  }

  /** As a worker finds it among its options. */
  static Assignment read(Options options) {
    Assignment read =
        new Assignment(Paths.get(options.text(FOLDER)), Paths.get(options.text(INPUTS)));
    read.entry = Integer.parseInt(options.text(ENTRY));
    read.index = Integer.parseInt(options.text(INDEX));
    read.mutant = Integer.parseInt(options.text(MUTANT));
    read.left = Long.parseLong(options.text(LEFT));
    read.millis = Long.parseLong(options.text(MILLIS));
    return read;
  }

  /** The end of a worker's command line. */
  List<String> words() {
    return Arrays.asList(
        FOLDER, folder.toString(),
        INPUTS, inputs.toString(),
        ENTRY, Integer.toString(entry),
        INDEX, Integer.toString(index),
        MUTANT, Integer.toString(mutant),
        LEFT, Long.toString(left),
        MILLIS, Long.toString(millis));
  }
}
