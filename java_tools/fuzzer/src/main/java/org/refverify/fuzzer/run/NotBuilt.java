package org.refverify.fuzzer.run;

/** A recipe could not be followed in this version; the message says why in one line. */
final class NotBuilt extends Exception {
  private static final long serialVersionUID = 1L;

  NotBuilt(String why) {
    super(why, null, false, false);
  }
}
