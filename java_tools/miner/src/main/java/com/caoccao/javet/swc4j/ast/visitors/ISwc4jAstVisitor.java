package com.caoccao.javet.swc4j.ast.visitors;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface ISwc4jAstVisitor {}
