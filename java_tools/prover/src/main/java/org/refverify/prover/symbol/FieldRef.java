package org.refverify.prover.symbol;

/**
 * A field. It also names one kind of location: writes to another kind never change it.
 *
 * @param owner internal name of the declaring class
 * @param name simple name
 * @param descriptor its type
 */
public record FieldRef(String owner, String name, String descriptor) {

  @Override
  public String toString() {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
  }
}
