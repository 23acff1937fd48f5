/**
 * Code that several modules use. It is Java 8 byte code: the runner and the fuzzer contain a copy
 * of {@link org.refverify.common.JsonWriter} in a package of their own, because they run in a
 * subject's JVM. Therefore only {@link org.refverify.common.WithoutAnnotations} needs ASM, and
 * nothing here needs another library.
 */
package org.refverify.common;
