/**
 * Two versions of a source tree become class files to compare: in memory, with the Eclipse
 * compiler, code for the changed files only, everything else read as declarations.
 */
package org.refverify.prover.compile;
