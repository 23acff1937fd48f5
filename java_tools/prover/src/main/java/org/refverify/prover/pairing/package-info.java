/**
 * Which old method, or class, became which new one. Whatever is guessed here is proved before it is
 * used; a wrong guess costs a proof and never makes one.
 */
package org.refverify.prover.pairing;
