package org.refverify.references;

/**
 * Where a class file names something.
 *
 * @param className internal name
 * @param method empty outside of methods
 * @param source the source file by its package's folder and its name, such as {@code shop/A.java}
 * @param line from 1; 0 where none is known
 */
record UsePlace(String className, String method, String source, int line) {}
