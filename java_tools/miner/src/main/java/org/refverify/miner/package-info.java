/**
 * Facts of one Java source text, read with Eclipse JDT.
 *
 * <p>Called from Python through JPype; every answer is returned as one JSON string. Offsets are
 * UTF-16 code units, as Java counts them.
 *
 * <p>The same jar contains empty types in the packages of the Kotlin compiler, swc4j and GumTree.
 * RefactoringMiner's classes for Java sources name them in signatures, so the JVM's verifier and
 * reflection require them to exist; only its readers of other languages, which never run here,
 * would use them. They replace some 100 MB of jars.
 *
 * <p>It also contains a faster class that replaces {@code LevenshteinDistance} of commons-text.
 */
package org.refverify.miner;
