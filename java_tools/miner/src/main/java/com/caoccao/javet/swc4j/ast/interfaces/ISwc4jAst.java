package com.caoccao.javet.swc4j.ast.interfaces;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface ISwc4jAst {}
