/** Byte-code mutants of changed lines, to measure what the same inputs can distinguish. */
package org.refverify.fuzzer.mutation;
