package org.refverify.prover.lockstep;

/**
 * The method that a call means, after resolution.
 *
 * @param kind how the JVM finds the code to run
 * @param owner internal name of the declaring class; of the named class if the declaring one is
 *     unknown
 * @param name method name
 * @param descriptor parameters and result
 */
record CallRef(Kind kind, String owner, String name, String descriptor) {

  /** How the JVM finds the code to run. */
  enum Kind {
    /** By the receiver's class. */
    VIRTUAL,
    STATIC,
    /** Exactly the named method. */
    SPECIAL,
    CONSTRUCTOR,
    /** The two methods of a pair; the owner is then the old method's. */
    PAIR
  }

  @Override
  public String toString() {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + name + descriptor;
  }
}
