package org.refverify.fuzzer.campaign;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;

/** The instructions of a supervisor to a new worker, in addition to the campaign's own options. */
final class Assignment {
  private static final String FOLDER = "--work";
  private static final String ENTRY = "--from-entry";
  private static final String INDEX = "--from-index";
  private static final String MUTANT = "--from-mutant";
  private static final String LEFT = "--left";
  private static final String MILLIS = "--millis";

  /** The folder for the worker's journal and its beat. */
  final Path folder;

  /** The input to begin with. */
  final Resumption from;

  /** Mutants with a lower number were tried by an earlier worker. */
  final int mutant;

  /** The number of inputs that may still run, over all entries. */
  final long left;

  /** The remaining time. */
  final long millis;

  Assignment(Path folder, Resumption from, int mutant, long left, long millis) {
    this.folder = folder;
    this.from = from;
    this.mutant = mutant;
    this.left = left;
    this.millis = millis;
  }

  /** Reads the assignment from a worker's options. */
  static Assignment read(Options options) {
    Path folder = Paths.get(options.text(FOLDER));
    int entry = Integer.parseInt(options.text(ENTRY));
    int index = Integer.parseInt(options.text(INDEX));
    return new Assignment(
        folder,
        new Resumption(entry, index, 0),
        Integer.parseInt(options.text(MUTANT)),
        Long.parseLong(options.text(LEFT)),
        Long.parseLong(options.text(MILLIS)));
  }

  /** The end of a worker's command line. */
  List<String> words() {
    return Arrays.asList(
        FOLDER, folder.toString(),
        ENTRY, Integer.toString(from.entry),
        INDEX, Integer.toString(from.index),
        MUTANT, Integer.toString(mutant),
        LEFT, Long.toString(left),
        MILLIS, Long.toString(millis));
  }

  /** The file of inputs that all workers of a campaign share. */
  Path inputs() {
    return folder.resolveSibling("inputs.jsonl");
  }
}
