/**
 * Instructions to make values, as plain data without a class loader: generated, captured, replayed,
 * shrunk, printed as Java, and executed in each version's loader.
 */
package org.refverify.fuzzer.recipe;
