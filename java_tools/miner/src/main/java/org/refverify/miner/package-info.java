/**
 * Facts of one Java source text, read with Eclipse JDT.
 *
 * <p>Called from Python through JPype; every answer crosses the border as one JSON string. Offsets
 * are UTF-16 code units, as Java counts them.
 *
 * <p>The same jar holds types without content in the packages of the Kotlin compiler, swc4j and
 * GumTree. RefactoringMiner's classes for Java sources name them in signatures, so the JVM's
 * verifier and reflection want them to exist; only its readers of other languages, which never run
 * here, would use them. They stand in for some 100 MB of jars.
 *
 * <p>Beside them is a faster class in the place of commons-text's {@code LevenshteinDistance}.
 */
package org.refverify.miner;
