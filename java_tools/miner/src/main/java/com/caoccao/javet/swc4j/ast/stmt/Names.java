package com.caoccao.javet.swc4j.ast.stmt;

class Swc4jAstBlockStmt {}

class Swc4jAstTryStmt {}

class Swc4jAstVarDecl {}

class Swc4jAstVarDeclarator {}
