package com.caoccao.javet.swc4j.ast.visitors;

interface ISwc4jAstVisitor {}
