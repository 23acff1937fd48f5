package org.refverify.fuzzer.compare;

/** Receives the tokens of a graph in canonical order. */
interface Sink {
  /** Takes a marker, a name that is a value, or a limit that was reached. */
  void word(Word word);

  /**
   * Takes an integral value; the type is its descriptor character, including {@code Z} and {@code
   * C}.
   */
  void integral(long value, char type);

  /** Takes a floating-point value; the type is {@code D} or {@code F}. */
  void real(double value, char type);

  /** Takes the characters of a string or a buffer. */
  void string(CharSequence text);

  /** Starts an object with this name. */
  void open(Word name, char bracket);

  /** Precedes each part; the flag is true for the first one. */
  void next(boolean first);

  /** Takes the name of the field that follows. */
  void key(Word name);

  /** Separates a key and its value in a map. */
  void arrow();

  /** Ends an object. */
  void close(char bracket);

  /** Takes the visit number of the object that begins next. */
  void visit(int number);

  /** Takes an object that was visited before. */
  void again(int number);
}
