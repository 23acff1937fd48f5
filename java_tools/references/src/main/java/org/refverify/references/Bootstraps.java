package org.refverify.references;

import java.util.Set;
import org.objectweb.asm.Handle;

/** The methods that the JVM calls to link instructions that javac generates. */
final class Bootstraps {
  private static final Set<String> OF_JAVAC =
      Set.of(
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/lang/invoke/ConstantBootstraps",
          "java/lang/runtime/ObjectMethods",
          "java/lang/runtime/SwitchBootstraps",
          "java/lang/runtime/ExactConversionsSupport");

  private Bootstraps() {}

  static boolean areOfJavac(Handle bootstrap) {
    return OF_JAVAC.contains(bootstrap.getOwner());
  }
}
