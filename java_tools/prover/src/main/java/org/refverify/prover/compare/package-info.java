/**
 * Compares everything in class files that is not code, checks the side conditions, and judges the
 * whole change.
 */
package org.refverify.prover.compare;
