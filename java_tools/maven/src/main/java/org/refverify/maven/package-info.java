/** What the Maven that builds a subject is told beside its command line. */
package org.refverify.maven;
