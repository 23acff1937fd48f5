package org.refverify.prover.closure;

/**
 * A declaration that code uses, with the properties that decide the meaning of that code.
 *
 * @param key the class; for a member also its name and erased parameter types; begins with a
 *     question mark if the compiler found nothing
 * @param meaning what else a use takes from it: the type of the result or field, and whether it is
 *     static
 * @param header the rest of its declaration without the body: generic types, modifiers, thrown
 *     exceptions, supertypes
 * @param declared its declaration in the tree; null for a library's
 */
record UsedDeclaration(String key, String meaning, String header, Declared declared) {
  boolean isUnresolved() {
    return key.startsWith("?");
  }
}
