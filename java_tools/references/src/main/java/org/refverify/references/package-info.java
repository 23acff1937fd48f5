/**
 * What class files refer to by name: what a change newly uses outside its project, and whether the
 * tests are still bound to the same declarations. Nothing is loaded or executed.
 */
package org.refverify.references;
