package com.caoccao.javet.swc4j.ast.expr;

class Swc4jAstArrowExpr {}

class Swc4jAstCallExpr {}

class Swc4jAstCondExpr {}

class Swc4jAstIdent {}

class Swc4jAstIdentName {}

class Swc4jAstNewExpr {}
