/**
 * Finds the jars that the build files of a source tree ask for.
 *
 * <p>Called from Python through JPype; the answer is returned as one JSON string. The poms are
 * data: Maven's model builder and resolver read them, and none of their plugins, extensions or
 * scripts is loaded or run. A path in a pom can only lead to files of the tree, never to the disk.
 * Arrows point one way: {@link org.refverify.libraries.TreePoms} holds the files, {@link
 * org.refverify.libraries.TreeModels} builds their effective models, {@link
 * org.refverify.libraries.Resolving} collects and resolves, {@link
 * org.refverify.libraries.LibraryDesk} answers.
 */
package org.refverify.libraries;
