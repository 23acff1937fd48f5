/**
 * Proposes which old method or class became which new one. Every proposal is proved before it is
 * used; a wrong one may cost a proof but never creates one.
 */
package org.refverify.prover.pairing;
