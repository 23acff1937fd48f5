package org.refverify.fuzzer.compare;

/** A 64-bit hash over the tokens. */
final class HashSink implements Sink {
  private long state;

  void clear() {
    state = 0x9e3779b97f4a7c15L;
  }

  long value() {
    long mixed = (state ^ (state >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  private void mix(long token) {
    state = Long.rotateLeft((state ^ token) * 0x87c37b91114253d5L, 31) + 0x52dce729L;
  }

  @Override
  public void word(Word word) {
    mix(word.hash);
  }

  @Override
  public void integral(long value, char type) {
    mix(type);
    mix(value);
  }

  @Override
  public void real(double value, char type) {
    mix(type);
    // All NaNs are equal, as for ordinary code; 0.0 and -0.0 are different.
    mix(Double.doubleToLongBits(value));
  }

  @Override
  public void string(CharSequence text) {
    int length = text.length();
    mix(0x5354L + ((long) length << 16));
    long four = 0;
    for (int i = 0; i < length; i++) {
      four = (four << 16) | text.charAt(i);
      if ((i & 3) == 3) {
        mix(four);
        four = 0;
      }
    }
    mix(four);
  }

  @Override
  public void open(Word name, char bracket) {
    mix(name.hash);
    mix(bracket);
  }

  @Override
  public void next(boolean first) {}

  @Override
  public void key(Word name) {
    mix(name.hash);
  }

  @Override
  public void arrow() {}

  @Override
  public void close(char bracket) {
    mix(bracket);
  }

  @Override
  public void visit(int number) {
    // A number alone says nothing; only the fact that an object is visited again does.
  }

  @Override
  public void again(int number) {
    mix(0x616761696eL);
    mix(number);
  }
}
