/** From choice sequences to inputs: type model, value model, corpus, mutation, shrinking. */
package org.refverify.fuzzer.input;
