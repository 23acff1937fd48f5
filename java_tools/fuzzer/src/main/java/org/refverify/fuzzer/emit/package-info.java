/** A witness as a JUnit test that needs nothing of ours, and as a replay file. */
package org.refverify.fuzzer.emit;
