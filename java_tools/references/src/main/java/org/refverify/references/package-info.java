/**
 * What class files refer to by name: what a change newly reaches outside of its project, and
 * whether the tests are still bound to what they were bound to. Nothing is loaded or executed.
 */
package org.refverify.references;
