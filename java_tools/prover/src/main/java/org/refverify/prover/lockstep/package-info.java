/**
 * Two methods, executed symbolically in lockstep.
 *
 * <h2>Why a proof is right</h2>
 *
 * <p>A run of either version is a sequence of events: calls, writes, locks, allocations of arrays,
 * checks that may throw, loop heads, exits. Everything else is a value. A state here stands for
 * every pair of concrete states, one of each version, that some valuation of its symbols gives and
 * in which its facts hold; the heaps of the two are equal up to the names of objects that were made
 * on the way.
 *
 * <ul>
 *   <li>{@link org.refverify.prover.lockstep.Machine} is exact on code between events: it goes one
 *       way only if the facts decide, and asks for both ways otherwise.
 *   <li>At an event both sides must do the same with the same values. On equal heaps that has the
 *       same outcome: result, new heap, or exception. Each outcome that can go on in either version
 *       is a successor; the result is a symbol like no other, the heap is new.
 *   <li>Where the events differ, one side may go on alone, if what it does is no event: it follows
 *       a call whose code is certain, or asks for a text that nothing but calls can change. What it
 *       makes is its own until the other side has made the same.
 *   <li>A state that is an instance of one that was looked at leads to nothing new. A join makes a
 *       pattern that has both of its states as instances.
 *   <li>A loop head is an event, so both sides go round together, and one ends if and only if the
 *       other does. A loop without a head (by a handler) and without events is refused.
 *   <li>One side may go on alone only where it does what is no event: it follows a call whose code
 *       is certain, makes a box whose identity nobody sees, or goes through a {@link
 *       org.refverify.prover.lockstep.CountedLoop} that certainly ends. What it has afterwards is a
 *       value of what it had before.
 * </ul>
 *
 * <p>By induction over events, whatever the old version does from equal heaps and arguments the new
 * one does too, and the other way round. Calls of methods that both versions have are events of one
 * name; that they behave alike is what the proof of their own pair says. The argument is
 * coinductive: it follows two runs step by step and never uses the end of a call before its
 * beginning.
 *
 * <p>What the machine does not know is refused, never skipped: it throws a refusal, and nothing
 * catches one but the place that records that nothing was proved.
 */
package org.refverify.prover.lockstep;
