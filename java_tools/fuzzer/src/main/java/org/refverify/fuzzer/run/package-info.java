/** Two versions side by side: loaders, instrumentation, budgets and the redirected world. */
package org.refverify.fuzzer.run;
