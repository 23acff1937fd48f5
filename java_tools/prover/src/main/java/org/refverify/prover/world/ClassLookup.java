package org.refverify.prover.world;

import java.util.Set;

/** Where classes come from that were neither changed nor scanned. */
@FunctionalInterface
public interface ClassLookup {

  /**
   * The class file of another class of the same version: of the tree, its jars, or the JDK.
   *
   * <p>It must not know a class whose source file this version does not have, though the other
   * version's compiled classes may still hold it.
   *
   * @param internalName such as {@code java/util/Map$Entry}
   * @return null if there is no such class
   */
  byte[] find(String internalName);

  /**
   * Whether a class that can be found is one of the tree: others see when it is initialised. That
   * of a class of a library is an assumption.
   */
  default boolean isOfTree(String internalName) {
    return false;
  }

  /**
   * Whether every compiler makes the same of the file of a class. Where it does not, code may be
   * compared with itself, and not be followed.
   */
  default boolean isCompiledAlike(String internalName) {
    return true;
  }

  /**
   * The supertypes that a class's source names and nobody could find: its class file does not have
   * them.
   */
  default Set<String> missingSupertypes(String internalName) {
    return Set.of();
  }
}
