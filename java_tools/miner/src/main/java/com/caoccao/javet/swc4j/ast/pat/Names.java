package com.caoccao.javet.swc4j.ast.pat;

class Swc4jAstBindingIdent {}
