/** What a proof can say: closed sets of words, and frozen records with a stable JSON form. */
package org.refverify.prover.verdict;
