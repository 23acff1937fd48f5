/**
 * What a subject's tests executed, read with JaCoCo's own library.
 *
 * <p>{@link org.refverify.coverage.RecordingReader} is the one entry. A recording was written
 * beside code that wants to pass, so {@link org.refverify.coverage.RecordingShape} bounds it first.
 * Code of lambdas and of local and anonymous classes is attributed to its method by what the byte
 * code says ({@link org.refverify.coverage.Belonging}), never by names; annotations hide nothing
 * ({@link org.refverify.coverage.Unannotated}).
 */
package org.refverify.coverage;
