package org.refverify.context;

import org.eclipse.jdt.internal.compiler.lookup.Binding;

/**
 * One place of a file that uses something with a binding.
 *
 * @param kind how it is used
 * @param used a method, a field or a type, as it was declared
 * @param position offset in the text
 * @param line from 1
 * @param member the member of a named class around it; null outside all members, as in an
 *     annotation
 */
public record CodeUse(Kind kind, Binding used, int position, int line, CodeMember member) {
  /** The kinds of uses. */
  public enum Kind {
    /** A method or constructor is called or referred to. */
    CALL,
    /** A field is read. */
    READ,
    /** A field is written. */
    WRITE,
    /** An exception is thrown. */
    THROWN,
    /** An exception is caught. */
    CAUGHT
  }
}
