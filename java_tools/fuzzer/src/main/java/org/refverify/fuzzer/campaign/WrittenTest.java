package org.refverify.fuzzer.campaign;

/** A JUnit test that passes on the old version and fails on the new one; empty where none does. */
final class WrittenTest {
  final String className;
  final String source;

  WrittenTest(String className, String source) {
    this.className = className;
    this.source = source;
  }
}
