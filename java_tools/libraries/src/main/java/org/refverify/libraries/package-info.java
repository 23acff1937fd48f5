/**
 * The jars that the build files of a source tree ask for.
 *
 * <p>Called from Python through JPype; the answer crosses the border as one JSON string. The poms
 * are data: Maven's model builder and resolver read them, and no plugin, extension or script of
 * theirs is loaded or run. A path in a pom leads to files of the tree alone, never to the disk.
 * Arrows point one way: {@link org.refverify.libraries.TreePoms} holds the files, {@link
 * org.refverify.libraries.TreeModels} builds their effective models, {@link
 * org.refverify.libraries.Resolving} collects and resolves, {@link
 * org.refverify.libraries.LibraryDesk} answers.
 */
package org.refverify.libraries;
