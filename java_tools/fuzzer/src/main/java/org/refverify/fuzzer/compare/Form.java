package org.refverify.fuzzer.compare;

/** The way to write the objects of one class. */
interface Form {
  /** Writes one value that is not null. */
  void write(Object value, GraphWalk walk);
}
