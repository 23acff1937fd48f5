/**
 * What a part of a change needs of the rest of it: the members that the part uses, by what the
 * compiler binds their names to, and what the part breaks without them.
 */
package org.refverify.prover.closure;
