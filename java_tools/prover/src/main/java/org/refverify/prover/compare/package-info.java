/** Everything of class files that is not code, the side conditions, and the whole change. */
package org.refverify.prover.compare;
