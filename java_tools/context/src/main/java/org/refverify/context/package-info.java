/**
 * The surroundings of methods in a source tree: callers, callees, hierarchy, fields, types. The
 * compiler of Eclipse JDT binds every name.
 *
 * <p>Called from Python through JPype; every answer is returned as one JSON string. Nothing of the
 * tree is executed. Arrows point one way: {@link org.refverify.context.BoundSources} binds files,
 * {@link org.refverify.context.TypeHierarchy} and {@link org.refverify.context.SurroundingsReading}
 * use it, {@link org.refverify.context.ContextDesk} keeps what the next question is likely to need.
 */
package org.refverify.context;
