package org.refverify.fuzzer.run;

/** A recipe could not be executed in this version; the message gives the reason in one line. */
final class NotBuilt extends Exception {
  private static final long serialVersionUID = 1L;

  NotBuilt(String why) {
    super(why, null, false, false);
  }
}
