/** Finds the methods that changed, and the methods through which a change can be observed. */
package org.refverify.fuzzer.entry;
