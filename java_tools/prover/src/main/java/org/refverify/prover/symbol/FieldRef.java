package org.refverify.prover.symbol;

/**
 * A field: also the name of one kind of location, that a write to another kind never touches.
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
