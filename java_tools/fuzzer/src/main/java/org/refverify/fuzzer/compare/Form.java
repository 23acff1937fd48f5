package org.refverify.fuzzer.compare;

/** How the objects of one class are written. */
interface Form {
  /** Writes one value that is not null. */
  void write(Object value, GraphWalk walk);
}
