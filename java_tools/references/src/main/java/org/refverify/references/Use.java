package org.refverify.references;

/**
 * One name in a class file.
 *
 * @param member what is named
 * @param place where
 * @param bound whether the name itself is used there; a type that only stands in the descriptor of
 *     something else is not
 */
record Use(Member member, UsePlace place, boolean bound) {}
