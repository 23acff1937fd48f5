package org.refverify.prover.world;

import java.util.Set;

/** Finds the classes that were neither changed nor scanned. */
@FunctionalInterface
public interface ClassLookup {

  /**
   * The class file of another class of the same version: of the tree, its jars, or the JDK.
   *
   * <p>It must not find a class whose source file this version does not have, even if the compiled
   * classes of the other version still contain it.
   *
   * @param internalName such as {@code java/util/Map$Entry}
   * @return null if there is no such class
   */
  byte[] find(String internalName);

  /**
   * Whether a class that can be found belongs to the tree, so that other code sees its
   * initialisation. For library classes an assumption covers this.
   */
  default boolean isOfTree(String internalName) {
    return false;
  }

  /**
   * Whether every compiler translates the class's file in the same way. If not, its code may be
   * compared with itself, but not followed.
   */
  default boolean isCompiledAlike(String internalName) {
    return true;
  }

  /**
   * The supertypes that the class's source names but that could not be found; its class file does
   * not contain them.
   */
  default Set<String> missingSupertypes(String internalName) {
    return Set.of();
  }
}
