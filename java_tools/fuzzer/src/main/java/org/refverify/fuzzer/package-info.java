/**
 * Differential fuzzing: the same inputs run on two versions of Java code, and every difference in
 * what can be observed is a witness.
 *
 * <pre>
 * recipe    how values are made: plain data, the same for both versions
 * entry     which methods changed, and through which methods a change can be observed
 * input     choice sequences become recipes; the value model; the corpus; shrinking
 * capture   an agent that records recipes while the project's own tests run
 * run       two loaders, instrumentation, budgets, the redirected world; worker and supervisor
 * compare   canonical object graphs and the tags of a difference
 * mutation  byte-code mutants of the changed lines, for sensitivity
 * emit      a witness as a JUnit test and as a replay file
 * campaign  the loop: generate, run, compare, confirm, shrink, report
 * </pre>
 *
 * Arrows point one way: recipe &lt;- (entry, input, capture, compare, mutation, emit) &lt;- run
 * &lt;- campaign. Byte code of Java 8, ASM the only dependency (relocated into our own package).
 */
package org.refverify.fuzzer;
