/**
 * Values as hash-consed terms.
 *
 * <p>Constants, parameters and results of events are leaves; operators that have no effect and
 * cannot throw are terms over them. Reads of fields and array elements carry the version of the
 * kind of location that they read, so a read commutes with reads and never with a write to its
 * kind, or with a call.
 */
package org.refverify.prover.symbol;
