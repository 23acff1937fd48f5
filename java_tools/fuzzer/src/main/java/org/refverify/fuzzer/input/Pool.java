package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;

/** Constants to try: those of the methods under test, and those of the code around them. */
final class Pool {
  final long[] near;
  final long[] far;
  final double[] nearDoubles;
  final double[] farDoubles;
  final List<String> nearTexts;
  final List<String> farTexts;
  final List<String> classes;

  /** Descriptors of the array types that the methods under test require. */
  final List<String> arrays;

  /** The values with which the methods under test compare lengths. */
  final long[] lengths;

  /** The values with which they compare anything else, in the order of the code. */
  final long[] elements;

  Pool(Constants near, Constants far) {
    this.near = near.integers();
    this.far = far.integers();
    this.nearDoubles = near.doubles();
    this.farDoubles = far.doubles();
    this.nearTexts = near.strings();
    this.farTexts = far.strings();
    this.lengths = near.lengths();
    this.elements = near.elements();
    this.arrays = near.arrays();
    this.classes = new ArrayList<String>(near.classes());
  }

  long[] integers(Making making) {
    return near.length > 0 && (far.length == 0 || making.choices.below(4) < 3) ? near : far;
  }

  /** A length that the methods under test require; -1 if none is known. */
  int length(Making making, int most) {
    long[] from = lengths.length > 0 && making.choices.below(4) < 3 ? lengths : near;
    if (from.length == 0) {
      return -1;
    }
    long wanted = from[making.choices.below(from.length)];
    wanted += making.choices.below(4) == 3 ? 1 : 0;
    return wanted > 0 && wanted <= most ? (int) wanted : -1;
  }

  double[] doubles(Making making) {
    boolean close = farDoubles.length == 0 || making.choices.below(4) < 3;
    return nearDoubles.length > 0 && close ? nearDoubles : farDoubles;
  }

  List<String> texts(Making making) {
    boolean close = farTexts.isEmpty() || making.choices.below(4) < 3;
    return !nearTexts.isEmpty() && close ? nearTexts : farTexts;
  }
}
