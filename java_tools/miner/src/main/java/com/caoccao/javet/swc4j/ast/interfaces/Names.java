package com.caoccao.javet.swc4j.ast.interfaces;

interface ISwc4jAst {}

interface ISwc4jAstAssignTarget {}

interface ISwc4jAstCallee {}

interface ISwc4jAstForHead {}

interface ISwc4jAstModuleItem {}

interface ISwc4jAstPat {}

interface ISwc4jAstPropName {}

interface ISwc4jAstStmt {}

interface ISwc4jAstTsFnParam {}

interface ISwc4jAstTsType {}
