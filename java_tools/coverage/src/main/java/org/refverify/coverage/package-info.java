/**
 * Reads what a subject's tests executed, with JaCoCo's own library.
 *
 * <p>{@link org.refverify.coverage.RecordingReader} is the only entry point. A recording was
 * written in the same JVM as code that wants to pass, so {@link
 * org.refverify.coverage.RecordingShape} limits it first. Code of lambdas and of local and
 * anonymous classes is attributed to its method by the byte code ({@link
 * org.refverify.coverage.Belonging}), never by names; annotations hide nothing ({@link
 * org.refverify.common.WithoutAnnotations}).
 */
package org.refverify.coverage;
