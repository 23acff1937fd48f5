package com.caoccao.javet.swc4j.ast.module;

class Swc4jAstExportDefaultExpr {}
