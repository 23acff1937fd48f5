/**
 * What stands around methods of a source tree: callers, callees, hierarchy, fields, types; every
 * name bound by Eclipse JDT's compiler.
 *
 * <p>Called from Python through JPype; every answer crosses the border as one JSON string. Nothing
 * of the tree is executed. Arrows point one way: {@link org.refverify.context.BoundSources} binds
 * files, {@link org.refverify.context.TypeHierarchy} and {@link
 * org.refverify.context.SurroundingsReading} ask it, {@link org.refverify.context.ContextDesk}
 * keeps what the next question is likely to need.
 */
package org.refverify.context;
