package org.refverify.fuzzer.compare;

/** Receives the tokens of a graph in canonical order. */
interface Sink {
  /** A marker, a name that is a value, or a limit that was reached. */
  void word(Word word);

  /** An integral value; the type is its descriptor character, including {@code Z} and {@code C}. */
  void integral(long value, char type);

  /** A floating-point value; the type is {@code D} or {@code F}. */
  void real(double value, char type);

  /** A string's or a buffer's characters. */
  void string(CharSequence text);

  /** The start of an object with this name. */
  void open(Word name, char bracket);

  /** Precedes each part; the flag is true for the first one. */
  void next(boolean first);

  /** The name of the field that follows. */
  void key(Word name);

  /** Separates a key and its value in a map. */
  void arrow();

  /** The end of an object. */
  void close(char bracket);

  /** The visit number of the object that begins next. */
  void visit(int number);

  /** An object that was visited before. */
  void again(int number);
}
