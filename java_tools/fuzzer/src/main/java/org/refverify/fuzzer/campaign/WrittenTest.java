package org.refverify.fuzzer.campaign;

/** A JUnit test that passes on the old version and fails on the new one; empty if there is none. */
final class WrittenTest {
  final String className;
  final String source;

  WrittenTest(String className, String source) {
    this.className = className;
    this.source = source;
  }
}
