/** The vocabulary of a proof: closed sets of words, and frozen records with a stable JSON form. */
package org.refverify.prover.verdict;
