package org.refverify.fuzzer.compare;

/** Takes the tokens of a graph in canonical order. */
interface Sink {
  /** A marker, a name that is a value, or a cap that was reached. */
  void word(Word word);

  /** An integral value; the type is its descriptor character, {@code Z} and {@code C} included. */
  void integral(long value, char type);

  /** A floating-point value; the type is {@code D} or {@code F}. */
  void real(double value, char type);

  /** A string's or a buffer's characters. */
  void string(CharSequence text);

  /** The begin of an object with this name. */
  void open(Word name, char bracket);

  /** Before each part but the first. */
  void next(boolean first);

  /** The name of the field that follows. */
  void key(Word name);

  /** Between a key and its value in a map. */
  void arrow();

  /** The end of an object. */
  void close(char bracket);

  /** The object that begins next has this visit number. */
  void visit(int number);

  /** An object that was visited before. */
  void again(int number);
}
