package org.refverify.references;

/**
 * The place of a name in a class file.
 *
 * @param className internal name
 * @param method empty outside methods
 * @param source the source file by its package's folder and its name, such as {@code shop/A.java}
 * @param line from 1; 0 if unknown
 */
record UsePlace(String className, String method, String source, int line) {}
