/**
 * Facts of one Java source text, read with Eclipse JDT.
 *
 * <p>Called from Python through JPype; every answer crosses the border as one JSON string. Offsets
 * are UTF-16 code units, as Java counts them.
 */
package org.refverify.miner;
