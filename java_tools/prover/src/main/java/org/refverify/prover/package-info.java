/**
 * Proves that two versions of compiled Java code behave the same. Arrows point one way: {@code
 * verdict}, {@code world} &lt;- {@code symbol} &lt;- {@code lockstep} &lt;- {@code pairing} &lt;-
 * {@code compare} &lt;- this package, and {@code compare} &lt;- {@code compile} &lt;- {@code
 * closure}.
 */
package org.refverify.prover;
