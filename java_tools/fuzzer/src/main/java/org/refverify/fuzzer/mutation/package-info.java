/** Byte-code mutants of changed lines: what the same inputs can tell apart. */
package org.refverify.fuzzer.mutation;
