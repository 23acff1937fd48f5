package org.refverify.fuzzer.campaign;

/**
 * Where a worker begins: an input by the numbers of its entry and itself, and how many workers that
 * entry ended. Behind the last entry come the mutants, by their numbers.
 */
final class Resumption {
  /** One entry that ends its workers must not take the time of all others. */
  private static final int DEATHS_OF_ONE = 3;

  final int entry;

  /** Inputs of the entry with a lower index were run by a worker that is gone. */
  final int index;

  private final int deaths;

  Resumption(int entry, int index, int deaths) {
    this.entry = entry;
    this.index = index;
    this.deaths = deaths;
  }

  /** Behind the last input, or at the next entry where this one ended too many workers. */
  Resumption after(Beat beat, boolean ended) {
    if (ended) {
      return new Resumption(beat.entry(), beat.index() + 1, 0);
    }
    int died = beat.entry() == entry ? deaths + 1 : 1;
    return died < DEATHS_OF_ONE
        ? new Resumption(beat.entry(), beat.index() + 1, died)
        : new Resumption(beat.entry() + 1, 0, 0);
  }
}
