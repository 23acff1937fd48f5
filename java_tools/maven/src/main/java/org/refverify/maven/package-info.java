/**
 * An extension for the Maven that builds a subject, for settings that the command line cannot make.
 */
package org.refverify.maven;
