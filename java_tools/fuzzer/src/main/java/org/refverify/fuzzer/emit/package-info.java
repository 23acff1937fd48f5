/** A witness as a JUnit test that does not depend on this engine, and as a replay file. */
package org.refverify.fuzzer.emit;
