package org.refverify.fuzzer.compare;

import java.util.BitSet;
import org.refverify.fuzzer.recipe.Quoted;

/** Readable text; only objects that are visited again have their visit number. */
final class TextSink implements Sink {
  private static final int LONGEST_STRING = 4000;

  private final BitSet metAgain;
  private final StringBuilder text = new StringBuilder();
  private int announced = -1;

  TextSink(BitSet metAgain) {
    this.metAgain = metAgain;
  }

  String take() {
    String taken = text.toString();
    text.setLength(0);
    return taken;
  }

  @Override
  public void word(Word word) {
    text.append(word.text);
  }

  @Override
  public void integral(long value, char type) {
    text.append(ScalarText.integral(value, type));
  }

  @Override
  public void real(double value, char type) {
    text.append(ScalarText.real(value, type));
  }

  @Override
  public void string(CharSequence string) {
    if (string.length() <= LONGEST_STRING) {
      text.append(Quoted.string(string));
      return;
    }
    // The text stays short, and two long strings that differ after the limit still differ.
    HashSink rest = new HashSink();
    rest.clear();
    rest.string(string);
    text.append(Quoted.string(string.subSequence(0, LONGEST_STRING)))
        .append("<of ")
        .append(string.length())
        .append(" characters, hash ")
        .append(Long.toHexString(rest.value()))
        .append('>');
  }

  @Override
  public void open(Word name, char bracket) {
    text.append(name.text);
    if (announced >= 0 && metAgain.get(announced)) {
      text.append(Numbering.label(announced));
    }
    announced = -1;
    text.append(bracket);
  }

  @Override
  public void next(boolean first) {
    if (!first) {
      text.append(", ");
    }
  }

  @Override
  public void key(Word name) {
    text.append(name.text).append('=');
  }

  @Override
  public void arrow() {
    text.append(": ");
  }

  @Override
  public void close(char bracket) {
    text.append(bracket);
  }

  @Override
  public void visit(int number) {
    announced = number;
  }

  @Override
  public void again(int number) {
    text.append("same as ").append(Numbering.label(number));
  }
}
