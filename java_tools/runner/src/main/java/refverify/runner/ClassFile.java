package refverify.runner;

/** The little of the class file format (JVMS 4) that is needed here. */
final class ClassFile {
  private ClassFile() {}

  /** Bytes of a constant after its tag; not for Utf8, whose length varies. */
  static int constantSize(int tag) {
    switch (tag) {
      case 7:
      case 8:
      case 16:
      case 19:
      case 20:
        return 2;
      case 15:
        return 3;
      case 5:
      case 6:
        return 8;
      default:
        return 4;
    }
  }
}
