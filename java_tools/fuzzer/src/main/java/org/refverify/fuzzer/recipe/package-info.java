/**
 * How to make values, as plain data without a class loader: generated, captured, replayed, shrunk
 * and printed as Java, and made anew in each version's loader.
 */
package org.refverify.fuzzer.recipe;
