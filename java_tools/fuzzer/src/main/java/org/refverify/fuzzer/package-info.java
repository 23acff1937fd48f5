/**
 * Differential fuzzing: the same inputs run on two versions of Java code, and every difference in
 * what can be observed is a witness.
 *
 * <pre>
 * package   what it is for                                              what it sees
 * recipe    how values are made: plain data, the same for both versions nothing
 * entry     which methods changed, and through which methods a change   recipe
 *           can be observed
 * mutation  byte-code mutants of the changed lines, for sensitivity     entry
 * compare   canonical object graphs and the tags of a difference        entry, recipe
 * capture   an agent that records recipes while the project's own       entry, recipe
 *           tests run
 * emit      a witness as a JUnit test and as a replay file              entry, recipe
 * run       two loaders, instrumentation, budgets, the redirected world compare, entry, recipe
 * input     choice sequences become recipes; the value model; the       run (what a run compared
 *           corpus; shrinking                                           says what to try next),
 *                                                                       entry, recipe
 * campaign  the loop: generate, run, compare, confirm, shrink, report;  all of them
 *           worker and supervisor
 * </pre>
 *
 * The arrows are tested. Byte code of Java 8 without dependencies: the jar contains copies of ASM
 * and of {@code JsonWriter} in our own package.
 */
package org.refverify.fuzzer;
