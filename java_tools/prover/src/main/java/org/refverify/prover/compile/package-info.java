/**
 * Compiles two versions of a source tree to class files for the comparison: in memory, with the
 * Eclipse compiler. Only the changed files become code; everything else is read as declarations.
 */
package org.refverify.prover.compile;
