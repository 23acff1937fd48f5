package org.refverify.prover.compare;

import java.util.List;

/** What every proof rests on; nothing in a program's own code can tell whether it holds. */
final class Assumptions {
  static final List<String> ALWAYS =
      List.of(
          "nobody looks at the program by reflection, stack traces, StackWalker or a debugger",
          "nobody looks at names of anonymous, local or synthetic classes, or at serialised"
              + " lambdas",
          "time, memory and depth of the stack are not behaviour",
          "nobody looks at the identity of strings made by + or of lambdas that capture nothing",
          "nobody looks at the text of a NullPointerException that the JVM throws by itself",
          "no code of a class is used after its initialisation failed, and nobody turns assertions"
              + " on or off while the program runs",
          "no unchecked cast was wrong (no heap pollution)",
          "there is no data race: plain reads may be merged",
          "no object is handed to another thread before its constructor ends",
          "no code of a class runs in another thread before the class's initialisation ends",
          "nobody sees when classes outside the tree are initialised",
          "nobody outside the compared files uses what was removed, or comes to use what is new by"
              + " its name",
          "nobody reads sources or class files of the program as files",
          "both versions are compiled by compilers that agree with the one that was used, against"
              + " the same classes of the platform, and no annotation processor changes what is"
              + " compiled");

  private Assumptions() {}
}
