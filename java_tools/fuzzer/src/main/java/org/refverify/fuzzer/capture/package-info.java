/** An agent that records recipes at the entries while the project's own tests run. */
package org.refverify.fuzzer.capture;
