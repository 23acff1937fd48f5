/** Canonical object graphs of one call's effects, and the tags of a difference between two. */
package org.refverify.fuzzer.compare;
