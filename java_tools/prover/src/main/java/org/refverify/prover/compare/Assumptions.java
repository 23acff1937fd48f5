package org.refverify.prover.compare;

import java.util.List;

/**
 * What a proof relies on although no code of the program can confirm it. docs/checks/proof.md
 * contains the same sentences, with a name in capitals for each %s.
 */
final class Assumptions {
  /** The assumptions of every proof. */
  static final List<String> ALWAYS =
      List.of(
          "no code looks at the program by reflection, stack traces, StackWalker or a debugger",
          "no code looks at names of anonymous, local or synthetic classes, or at serialised"
              + " lambdas",
          "the class, method and line that a log names as its caller are not behaviour",
          "time, memory and depth of the stack are not behaviour",
          "no code looks at the identity of strings made by + or of lambdas that capture nothing",
          "no code looks at @Deprecated at run time",
          "no code reads the text of a NullPointerException that the JVM throws",
          "no code uses a class after its initialisation failed",
          "no code turns assertions on or off while the program runs",
          "no unchecked cast is wrong (no heap pollution)",
          "there is no data race: plain reads may be merged",
          "no object is handed to another thread before its constructor ends",
          "no code of a class runs in another thread before the class's initialisation ends",
          "the moment when a class outside the tree is initialised is not behaviour",
          "no code outside the compared files uses what was removed, or comes to use what is new"
              + " by its name",
          "no code reads sources or class files of the program as files",
          "both versions are compiled by compilers that agree with the one that was used",
          "both versions use the same classes of the platform",
          "no annotation processor changes what is compiled");

  private static final String NEW_METHOD = "no class outside the tree has a method like the new %s";
  private static final String MISSING_TYPE = "the missing type %s is the same for both versions";
  private static final List<String> RENAMED_CLASS =
      List.of(
          "no code and no option of the JVM looks at the name of the renamed or moved class %s, or"
              + " finds the class by its name",
          "no code reads the name of the renamed or moved class %s in the message of an exception"
              + " that the JVM or the platform throws, as a failed cast does",
          "no code outside the compared files shows the name of the renamed or moved class %s by"
              + " the default text of its objects, or in a stream of objects");
  private static final String RENAMED_TESTS =
      "test runners run the tests of the renamed or moved class %s under its new name, too";

  private Assumptions() {}

  static String ofNewMethod(Object method) {
    return NEW_METHOD.formatted(method);
  }

  static String ofMissingType(String name) {
    return MISSING_TYPE.formatted(name);
  }

  static List<String> ofRenamedClass(String name) {
    return RENAMED_CLASS.stream().map(each -> each.formatted(name)).toList();
  }

  static String ofRenamedTests(String name) {
    return RENAMED_TESTS.formatted(name);
  }
}
