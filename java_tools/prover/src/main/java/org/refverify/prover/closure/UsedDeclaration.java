package org.refverify.prover.closure;

/**
 * A declaration that code uses, with what of it decides how the code is read.
 *
 * @param key the class, and of a member its name and erased parameter types; with a question mark
 *     in front where the compiler found nothing
 * @param meaning what else a use takes from it: result or field type, whether it is static
 * @param header the rest of its declaration but for its body: generic types, modifiers, thrown
 *     exceptions, supertypes
 * @param declared where it stands in the tree; null of a library's
 */
record UsedDeclaration(String key, String meaning, String header, Declared declared) {
  boolean isUnresolved() {
    return key.startsWith("?");
  }
}
