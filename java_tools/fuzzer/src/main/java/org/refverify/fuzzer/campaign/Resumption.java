package org.refverify.fuzzer.campaign;

/**
 * The point where a worker begins: the numbers of the entry and the input, and the number of
 * workers that died in this entry. After the last entry come the mutants, by their numbers.
 */
final class Resumption {
  /** Limits the deaths in one entry, so that it does not take the time of all others. */
  private static final int DEATHS_OF_ONE = 3;

  final int entry;

  /** Inputs of the entry with a lower index were run by an earlier worker. */
  final int index;

  private final int deaths;

  Resumption(int entry, int index, int deaths) {
    this.entry = entry;
    this.index = index;
    this.deaths = deaths;
  }

  /** The point after the last input, or the next entry if too many workers died in this one. */
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
