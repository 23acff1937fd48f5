package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Choice sequences that executed something new, and their mutants. */
final class Corpus {
  private static final int MOST = 500;
  private final List<long[]> kept = new ArrayList<long[]>();
  private final SplittableRandom random;

  Corpus(SplittableRandom random) {
    this.random = random;
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  void add(long[] choices) {
    if (choices.length > 0 && kept.size() < MOST) {
      kept.add(choices);
    }
  }

  /** A mutant of one of the kept sequences; later ones are more likely. */
  long[] mutant() {
    int size = kept.size();
    // The latest find builds on earlier finds.
    int index = Math.max(random.nextInt(size), random.nextInt(size));
    long[] mutant = kept.get(index).clone();
    int edits = 1 + (random.nextInt(4) == 0 ? random.nextInt(4) : 0);
    for (int i = 0; i < edits && mutant.length > 0; i++) {
      mutant = edited(mutant);
    }
    return mutant;
  }

  private long[] edited(long[] base) {
    int at = random.nextInt(base.length);
    switch (random.nextInt(10)) {
      case 0:
      case 1:
      case 2:
        base[at] = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(64);
        return base;
      case 3:
        base[at] += random.nextInt(2) == 0 ? 1 : -1;
        return base;
      case 4:
        return Arrays.copyOf(base, at);
      case 5:
        return without(base, at, Math.min(base.length, at + 1 + random.nextInt(4)));
      case 6:
        return spliced(base, at, base, random.nextInt(base.length));
      case 7:
        long[] other = kept.get(random.nextInt(kept.size()));
        return spliced(base, at, other, random.nextInt(other.length));
      case 8:
        base[at] = 0;
        return base;
      default:
        base[at] = base[random.nextInt(base.length)];
        return base;
    }
  }

  static long[] without(long[] base, int from, int to) {
    long[] cut = Arrays.copyOf(base, base.length - (to - from));
    System.arraycopy(base, to, cut, from, base.length - to);
    return cut;
  }

  private static long[] spliced(long[] head, int end, long[] tail, int start) {
    long[] joined = Arrays.copyOf(head, end + tail.length - start);
    System.arraycopy(tail, start, joined, end, tail.length - start);
    return joined;
  }
}
