/**
 * Finds what a part of a change needs from the rest of the change: the declarations to which the
 * compiler binds the part's names, and the code that breaks without them.
 */
package org.refverify.prover.closure;
