package org.refverify.fuzzer.compare;

import java.util.BitSet;

/** Remembers the objects that are visited again and drops every other token. */
final class References implements Sink {
  final BitSet numbers = new BitSet();

  @Override
  public void word(Word word) {}

  @Override
  public void integral(long value, char type) {}

  @Override
  public void real(double value, char type) {}

  @Override
  public void string(CharSequence text) {}

  @Override
  public void open(Word name, char bracket) {}

  @Override
  public void next(boolean first) {}

  @Override
  public void key(Word name) {}

  @Override
  public void arrow() {}

  @Override
  public void close(char bracket) {}

  @Override
  public void visit(int number) {}

  @Override
  public void again(int number) {
    numbers.set(number);
  }
}
