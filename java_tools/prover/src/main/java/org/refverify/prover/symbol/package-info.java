/**
 * Values as hash-consed terms.
 *
 * <p>Constants, parameters and results of events are leaves; operators that have no effect and
 * cannot throw are terms over them. A read of a field or an array element carries the version of
 * the kind of location that it reads. So a read commutes with other reads, but never with a call or
 * with a write to the same kind.
 */
package org.refverify.prover.symbol;
