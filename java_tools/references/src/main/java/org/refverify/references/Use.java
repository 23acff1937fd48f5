package org.refverify.references;

/**
 * One name in a class file.
 *
 * @param member what is named
 * @param place where
 * @param bound whether the name itself is used there; false for a type that only occurs in the
 *     descriptor of something else
 */
record Use(Member member, UsePlace place, boolean bound) {}
