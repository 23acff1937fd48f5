package org.refverify.prover.lockstep;

/**
 * Which method a call means, after resolution.
 *
 * @param kind how the code to be run is found
 * @param owner internal name of the declaring class; of the named class if that is not known
 * @param name method name
 * @param descriptor parameters and result
 */
record CallRef(Kind kind, String owner, String name, String descriptor) {

  /** How the code to be run is found. */
  enum Kind {
    /** By the receiver's class. */
    VIRTUAL,
    STATIC,
    /** Exactly the named method. */
    SPECIAL,
    CONSTRUCTOR,
    /** The two methods of a pair; the owner then is the old method's. */
    PAIR
  }

  @Override
  public String toString() {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + name + descriptor;
  }
}
