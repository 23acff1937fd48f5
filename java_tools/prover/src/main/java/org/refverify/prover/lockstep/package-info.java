/**
 * Executes two methods symbolically in lockstep.
 *
 * <h2>Why a proof is right</h2>
 *
 * <p>A run of either version is a sequence of events: calls, writes, locks, allocations of arrays,
 * checks that may throw, loop heads, exits. Everything else is a value. A state represents every
 * pair of concrete states, one of each version, that some valuation of its symbols gives and in
 * which its facts hold. The heaps of the two are equal up to the names of objects that were created
 * during the run.
 *
 * <ul>
 *   <li>{@link org.refverify.prover.lockstep.Machine} is exact for code between events: it follows
 *       one branch only if the facts decide, and otherwise asks for both.
 *   <li>At an event both sides must do the same with the same values. On equal heaps that has the
 *       same outcome: result, new heap, or exception. Each outcome after which either version can
 *       continue is a successor; the result is a fresh symbol, and the heap is new.
 *   <li>If the events differ, one side may continue alone as long as it performs no event: it
 *       follows a call whose code is certain, or asks for a text that only calls can change. The
 *       objects that it creates belong to it alone until the other side has created the same.
 *   <li>A state that is an instance of an explored state leads to nothing new. A join creates a
 *       pattern that has both of its states as instances.
 *   <li>A loop head is an event, so both sides execute the same rounds, and one ends if and only if
 *       the other does. A loop without a head (through a handler) and without events is refused.
 *   <li>One side may continue alone only for code that is not an event: it follows a call whose
 *       code is certain, creates a box whose identity no code can notice, or executes a {@link
 *       org.refverify.prover.lockstep.CountedLoop} that certainly ends. Its values afterwards are
 *       functions of its values before.
 * </ul>
 *
 * <p>By induction over events, the new version does whatever the old version does from equal heaps
 * and arguments, and vice versa. Calls of methods that both versions have are events of one name;
 * the proof of their own pair says that they behave the same. The argument is coinductive: it
 * follows two runs step by step and never uses the end of a call before its beginning.
 *
 * <p>What the machine does not know is refused, never skipped: it throws a refusal, and only the
 * place that records the missing proof catches it.
 */
package org.refverify.prover.lockstep;
