/** The loop: generate, run, compare, confirm, shrink, report; worker and supervisor. */
package org.refverify.fuzzer.campaign;
