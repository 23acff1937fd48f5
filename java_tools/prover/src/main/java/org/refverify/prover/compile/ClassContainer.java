package org.refverify.prover.compile;

import java.io.IOException;

/** A place that contains class files. */
interface ClassContainer extends AutoCloseable {
  /** The class file by its internal name; null if it does not exist. */
  byte[] bytes(String internalName) throws IOException;

  /** Whether there are classes in the package (with slashes) or below it. */
  boolean isPackage(String name);

  @Override
  default void close() {}
}
